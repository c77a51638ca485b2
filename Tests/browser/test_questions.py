"""Questions in class: asked, voted on and answered, live on every screen."""

import re
import threading

import pytest
from playwright.sync_api import expect

from book import batch, entry, new_id
from conftest import LAPTOP, PHONE
from judges import fingers, overflow
from steps import (FORGET_PAGES, PREPARED, button, expect_not_reloaded, expect_sent, notice, outbox, prepared, remember, sign, sign_in,
                   undo, until, until_some, with_signal, without_signal)

NO_NETWORK = "ERR_INTERNET_DISCONNECTED|fetching the script|Failed to load resource"


class Lecture:
    """A class in session with three students, and the questions in it."""

    def __init__(self, book, devices, **course):
        self.book, self.devices = book, devices
        self.ann, self.bea, self.cem = book.people("Ann Fleming", "Bea Okafor", "Cem Tan")
        self.venue = book.venue("Catalina Room")
        self.course = book.course(venue=self.venue, students=[self.ann, self.bea, self.cem], **course)
        self.session = book.opened(self.course, self.venue, ago=5)
        self.address = f"{book.base}/classes/{self.session}/questions"

    def page(self, person, **options):
        page = sign_in(self.devices.open(NO_NETWORK, **{**PHONE, **options}), self.book, person)
        return self.opened(page)

    def front(self):
        page = self.devices.open(**LAPTOP)
        return self.opened(sign_in(page, self.book))

    def opened(self, page):
        page.goto(self.address)
        remember(page)
        return page

    def send(self, person, kind, **fields):
        sent = entry(kind, **{"class": self.session}, **fields)
        [result] = self.book.client_of(person).journal(batch(sent)).json["results"]
        return result

    def asked(self, person, text, **fields):
        question = new_id()
        assert self.send(person, "question.asked", question=question, text=text, **fields)["outcome"] == "accepted"
        return question

    def votes(self):
        return {one["text"]: one["votes"] for one in self.all()}

    def all(self):
        return self.book.page(f"/classes/{self.session}/questions")["questions"]


@pytest.fixture
def lecture(book, devices):
    return Lecture(book, devices)


def questions(page):
    return page.get_by_role("list", name="Questions").get_by_role("listitem")


def question(page, text):
    return questions(page).filter(has_text=text)


def field(page):
    return page.get_by_role("textbox", name="Your question")


def ask(page, text):
    field(page).fill(text)
    button(page, "Ask").click()


def leave_alone(page):
    """Nobody's pointer or focus is on the list any more."""
    page.mouse.move(2, 2)
    page.evaluate("document.activeElement?.blur()")


def test_asked_voted_and_answered_live(lecture):
    ann, bea, front = lecture.page(lecture.ann), lecture.page(lecture.bea), lecture.front()
    ask(ann, "What is flow?")
    for page in (bea, front):
        expect(question(page, "What is flow?")).to_contain_text("Ann Fleming")
    expect(question(ann, "What is flow?")).to_contain_text("You")
    expect(question(ann, "What is flow?").get_by_role("button")).to_have_count(0)
    expect(field(ann)).to_have_value("")

    up = question(bea, "What is flow?").get_by_role("button", name="Vote up")
    up.tap()
    expect(up).to_have_attribute("aria-pressed", "true")
    for page in (ann, front, bea):
        expect(question(page, "What is flow?")).to_contain_text("1 vote")
    question(bea, "What is flow?").get_by_role("button", name="Vote down").tap()
    expect(question(front, "What is flow?")).to_contain_text("-1 votes")
    question(bea, "What is flow?").get_by_role("button", name="Vote down").tap()
    expect(question(front, "What is flow?")).to_contain_text("0 votes")

    front.get_by_role("button", name="Mark Answered: What is flow?").click()
    for page in (ann, bea):
        expect(question(page, "What is flow?")).to_contain_text("Answered")
    front.get_by_role("button", name="Reopen: What is flow?").click()
    expect(question(ann, "What is flow?")).not_to_contain_text("Answered")
    for page in (ann, bea, front):
        expect_not_reloaded(page)


def test_by_keyboard(lecture):
    lecture.asked(lecture.ann, "What is flow?")
    bea = lecture.page(lecture.bea, **LAPTOP, has_touch=False, is_mobile=False)
    field(bea).focus()
    bea.keyboard.type("And what is yin?")
    bea.keyboard.press("Enter")
    expect(question(bea, "And what is yin?")).to_be_visible()
    up = bea.get_by_role("button", name="Vote up: What is flow?")
    up.focus()
    bea.keyboard.press("Space")
    expect(up).to_have_attribute("aria-pressed", "true")
    expect(up).to_be_focused()
    expect_sent(bea)
    assert lecture.votes()["What is flow?"] == 1


def test_without_a_name_nobody_else_sees_who_asks(lecture):
    ann, bea, front = lecture.page(lecture.ann), lecture.page(lecture.bea), lecture.front()
    ann.get_by_label("Ask anonymously").check()
    ask(ann, "Am I too old for this?")
    expect(question(ann, "Am I too old")).to_contain_text("You, anonymously")
    expect(ann.get_by_label("Ask anonymously")).not_to_be_checked()
    for page in (bea, front):
        expect(question(page, "Am I too old")).to_contain_text("Anonymous")
        assert "Fleming" not in page.content() and lecture.ann not in page.content()


def test_order_waits_while_somebody_reads(lecture):
    texts = [f"Question {number}" for number in range(6)]
    asked = [lecture.asked(lecture.ann, text) for text in texts]
    front = lecture.front()
    expect(questions(front)).to_have_count(6)
    row = question(front, "Question 3")
    row.hover()
    before = row.bounding_box()["y"]
    for person in (lecture.bea, lecture.cem):
        lecture.send(person, "question.voted", question=asked[5], vote=1)
    for text in ("New 1", "New 2", "New 3"):
        lecture.asked(lecture.bea, text)
    expect(button(front, "3 new")).to_be_visible()
    # What is on the screen is up to date, and where it was.
    expect(question(front, "Question 5")).to_contain_text("2 votes")
    expect(questions(front)).to_have_count(6)
    assert abs(row.bounding_box()["y"] - before) <= 1
    button(front, "3 new").click()
    expect(questions(front)).to_have_count(9)
    expect(questions(front).first).to_contain_text("Question 5")
    expect(button(front, "3 new")).to_be_hidden()
    # With nobody at it, it follows by itself.
    leave_alone(front)
    lecture.asked(lecture.cem, "New 4")
    expect(questions(front)).to_have_count(10)
    expect_not_reloaded(front)


def test_half_written_question_stays_while_others_ask(lecture):
    ann = lecture.page(lecture.ann)
    field(ann).fill("Half a ques")
    lecture.asked(lecture.bea, "What is flow?")
    expect(question(ann, "What is flow?")).to_be_visible()
    expect(field(ann)).to_have_value("Half a ques")


def test_next_one_is_written_while_the_one_before_is_on_its_way(lecture):
    ann = lecture.page(lecture.ann)
    held = []
    ann.route("**/journal", lambda route: held.append(route))
    ask(ann, "What is flow?")
    until_some(ann, held)
    # At once: whoever does not answer is waited for, for a while.
    assert field(ann).input_value() == ""
    # Pressed twice, it is asked once.
    button(ann, "Ask").click()
    field(ann).fill("And what is form?")
    held[0].continue_()
    ann.unroute("**/journal")
    expect(question(ann, "What is flow?")).to_contain_text("You")
    expect(field(ann)).to_have_value("And what is form?")
    button(ann, "Ask").click()
    expect(question(ann, "And what is form?")).to_contain_text("You")
    assert sorted(lecture.votes()) == ["And what is form?", "What is flow?"]


def test_what_is_refused_is_in_the_field_again(lecture):
    ann = lecture.page(lecture.ann)
    ask(ann, "x" * 501)
    expect(field(ann)).to_have_attribute("aria-invalid", "true")
    expect(field(ann)).to_have_value("x" * 501)


def test_five_hundred_characters_as_people_count_them(lecture):
    ann = lecture.page(lecture.ann)
    family = "👩‍👩‍👧‍👦"
    ask(ann, family * 501)
    expect(ann.get_by_text("This is too long: at most 500 characters.")).to_be_visible()
    expect(field(ann)).to_be_focused()
    ask(ann, family * 500)
    expect(questions(ann)).to_have_count(1)
    ask(ann, "   ")
    expect(ann.get_by_text("This must not be empty.")).to_be_visible()


def test_only_in_session(book, devices):
    lecture = Lecture(book, devices)
    lecture.asked(lecture.ann, "What is flow?")
    next_class = book.scheduled(lecture.course, ago=-4000)
    ann = lecture.page(lecture.ann)
    ann.goto(f"{book.base}/classes/{next_class}/questions")
    expect(ann.get_by_text("Questions open when the class starts.")).to_be_visible()
    expect(field(ann)).to_be_hidden()
    bea = lecture.page(lecture.bea)
    book.step("saved", lecture.session)
    expect(bea.get_by_text("This class is over.")).to_be_visible()
    expect(question(bea, "What is flow?")).to_be_visible()
    expect(question(bea, "What is flow?").get_by_role("button")).to_have_count(0)
    expect(field(bea)).to_be_hidden()


def test_only_who_is_present_can_ask(book, devices):
    lecture = Lecture(book, devices, askers="present")
    ann = lecture.page(lecture.ann)
    expect(ann.get_by_text("Only students marked present can ask in this course.")).to_be_visible()
    expect(field(ann)).to_be_hidden()
    book.mark(lecture.session, lecture.ann)
    expect(field(ann)).to_be_visible()
    ask(ann, "Now?")
    expect(question(ann, "Now?")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_without_signal(lecture):
    lecture.asked(lecture.bea, "What is flow?")
    ann = prepared(lecture.page(lecture.ann))
    without_signal(ann)
    ask(ann, "Can you hear me?")
    waiting = ann.get_by_role("list", name="Waiting to be sent")
    expect(waiting).to_contain_text("Can you hear me?")
    question(ann, "What is flow?").get_by_role("button", name="Vote up").tap()
    expect(question(ann, "What is flow?")).to_contain_text("1 vote")
    expect(sign(ann)).to_have_text("Offline · 2 changes waiting")
    ann.reload()
    expect(waiting).to_contain_text("Can you hear me?")
    expect(question(ann, "What is flow?")).to_contain_text("1 vote")
    assert [one["kind"] for one in outbox(ann)] == ["question.asked", "question.voted"]
    assert lecture.votes() == {"What is flow?": 0}
    with_signal(ann)
    expect(waiting).to_be_hidden()
    expect(question(ann, "Can you hear me?")).to_contain_text("You")
    expect_sent(ann)
    assert lecture.votes() == {"What is flow?": 1, "Can you hear me?": 0}


@pytest.mark.usefixtures("service_worker")
def test_nothing_says_that_there_are_none_beside_the_first_one_that_waits(lecture):
    ann = prepared(lecture.page(lecture.ann))
    none = ann.get_by_text(re.compile("^(No questions|None) yet$"))
    expect(none).to_have_text(["None yet", "No questions yet"])
    without_signal(ann)
    ask(ann, "Can you hear me?")
    waiting = ann.get_by_role("list", name="Waiting to be sent")
    for is_reloaded in (False, True):
        if is_reloaded:
            ann.reload()
        expect(waiting).to_contain_text("Can you hear me?")
        expect(none.filter(visible=True)).to_have_count(0)
    with_signal(ann)
    expect(question(ann, "Can you hear me?")).to_contain_text("You")
    expect(ann.get_by_text("1 open", exact=True)).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_vote_without_signal_on_a_page_newer_than_the_device_s_book(lecture):
    asked = lecture.asked(lecture.bea, "What is flow?")
    ann = prepared(lecture.page(lecture.ann))
    ann.context.route("**/offline?*", lambda route: route.abort())
    lecture.send(lecture.cem, "question.voted", question=asked, vote=1)
    expect(question(ann, "What is flow?")).to_contain_text("1 vote")
    without_signal(ann)
    up = question(ann, "What is flow?").get_by_role("button", name="Vote up")
    up.tap()
    for later in (False, True):
        if later:
            ann.reload()
        expect(sign(ann)).to_have_text("Offline · 1 change waiting")
        expect(up).to_have_attribute("aria-pressed", "true")
        expect(question(ann, "What is flow?")).to_contain_text("2 votes")


@pytest.mark.usefixtures("service_worker")
def test_what_is_new_in_a_small_class_is_soon_on_the_device(lecture):
    ann = prepared(lecture.page(lecture.ann))
    for text in ("What is flow?", "What is breath?"):
        lecture.asked(lecture.bea, text)
        expect(question(ann, text)).to_be_visible()
        # Those of a crowd wait for half a minute or more.
        until(ann, PREPARED, patience=15)


def test_five_hundred_votes_at_once(book, devices):
    lecture = Lecture(book, devices)
    voters = [book.person("Voter", f"Number {number}") for number in range(100)]
    for first in range(0, 100, 50):
        book.post(*(entry("enrolment.accepted", course=lecture.course, person=one) for one in voters[first:first + 50]))
    asked = lecture.asked(lecture.ann, "What is flow?")
    clients = [book.client_of(voter) for voter in voters]
    front = lecture.front()

    def vote(number):
        final = [1, -1, 0, 1, 1][number % 5]
        for vote in (-1, 1, 0, 1, final):
            sent = entry("question.voted", question=asked, vote=vote, **{"class": lecture.session})
            [result] = clients[number].journal(batch(sent)).json["results"]
            assert result["outcome"] == "accepted", result

    threads = [threading.Thread(target=lambda first=first: [vote(one) for one in range(first, 100, 10)]) for first in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lecture.votes() == {"What is flow?": 40}
    expect(question(front, "What is flow?")).to_contain_text("40 votes")


def test_a_class_of_2000_questions(lecture):
    client = lecture.book.client_of(lecture.bea)
    for first in range(0, 2000, 200):
        sent = [entry("question.asked", question=new_id(), text=f"Question {first + number}", **{"class": lecture.session})
                for number in range(200)]
        results = client.journal(batch(*sent)).json["results"]
        assert all(result["outcome"] == "accepted" for result in results)
    front = lecture.front()
    expect(questions(front)).to_have_count(50)
    expect(front.get_by_text("2,000 open")).to_be_visible()
    front.get_by_role("link", name="Show next").click()
    expect(questions(front)).to_have_count(100)


def hide(page, text):
    question(page, text).get_by_role("button", name=f"Hide Question: {text}").click()
    expect(notice(page, "Question hidden")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)], ids=str)
def test_instructor_hides_and_shows_again(lecture, size):
    lecture.asked(lecture.ann, "What is flow?")
    lecture.asked(lecture.ann, "Something unkind?")
    options = LAPTOP if size[0] > 1000 else {**PHONE, "viewport": {"width": size[0], "height": size[1]}}
    front = lecture.devices.open(**options)
    front.goto(lecture.book.link)
    lecture.opened(front)
    ann, bea = lecture.page(lecture.ann), lecture.page(lecture.bea)
    hide(front, "Something unkind?")
    expect(question(front, "Something unkind?")).to_contain_text("Hidden from the class")
    expect(question(front, "Something unkind?").get_by_role("button")).to_have_text(["Show Again"])
    expect(question(ann, "Something unkind?")).to_contain_text("Hidden by your instructor")
    expect(questions(bea)).to_have_count(1)
    expect(bea.locator("[data-count]")).to_have_text("1 open")
    assert "unkind" not in bea.content()
    assert fingers(front) == [] and overflow(front) == []
    front.get_by_role("button", name="Show Again: Something unkind?").click()
    expect(question(bea, "Something unkind?")).to_be_visible()
    expect(question(ann, "Something unkind?")).not_to_contain_text("Hidden")
    undo(front, "Question shown again")
    expect(questions(bea)).to_have_count(1)
    for page in (ann, bea, front):
        expect_not_reloaded(page)


def test_hiding_is_undone(lecture):
    lecture.asked(lecture.ann, "What is flow?")
    front, bea = lecture.front(), lecture.page(lecture.bea)
    hide(front, "What is flow?")
    expect(questions(bea)).to_have_count(0)
    undo(front, "Question hidden")
    expect(question(bea, "What is flow?")).to_be_visible()
    expect(question(front, "What is flow?")).not_to_contain_text("Hidden")


def test_what_is_hidden_goes_at_once_though_somebody_reads(lecture):
    """Its place stays empty under their finger until they leave the list alone."""
    lecture.asked(lecture.ann, "Something unkind?")
    lecture.asked(lecture.ann, "What is flow?")
    front, bea = lecture.front(), lecture.page(lecture.bea, **LAPTOP, has_touch=False, is_mobile=False)
    question(bea, "What is flow?").hover()
    before = question(bea, "What is flow?").bounding_box()
    hide(front, "Something unkind?")
    expect(bea.get_by_text("Something unkind?")).to_have_count(0)
    assert question(bea, "What is flow?").bounding_box() == before
    assert "unkind" not in bea.content()
    leave_alone(bea)
    expect(questions(bea)).to_have_count(1)


@pytest.mark.usefixtures("service_worker")
def test_hidden_without_signal(lecture):
    lecture.asked(lecture.ann, "What is flow?")
    front, bea = lecture.front(), lecture.page(lecture.bea)
    prepared(front)
    without_signal(front)
    hide(front, "What is flow?")
    assert [one["kind"] for one in outbox(front)] == ["question.hidden"]
    expect(question(front, "What is flow?")).to_contain_text("Hidden from the class")
    with_signal(front)
    expect(questions(bea)).to_have_count(0)
    expect(question(front, "What is flow?")).to_contain_text("Hidden from the class")


@pytest.mark.usefixtures("service_worker")
def test_questions_never_opened_before_are_there_without_signal(lecture):
    """Who teaches sees, answers, hides and votes for the questions that were asked before the signal went."""
    lecture.asked(lecture.ann, "What is flow?")
    lecture.asked(lecture.bea, "Why, though?", isAnonymous=True)
    front = lecture.devices.open(NO_NETWORK, **PHONE)
    front.goto(lecture.book.link)
    prepared(front)
    until(front, "() => localStorage.getItem('near')")
    without_signal(front)
    front.evaluate(FORGET_PAGES)
    front.goto(lecture.address)
    expect(questions(front)).to_have_count(2)
    expect(question(front, "What is flow?")).to_contain_text("Ann Fleming")
    expect(question(front, "Why, though?")).to_contain_text("Anonymous")
    front.get_by_role("button", name="Vote up: Why, though?").tap()
    expect(questions(front).first).to_contain_text("Why, though?")
    front.get_by_role("button", name="Mark Answered: Why, though?").tap()
    expect(front.locator("[data-count]")).to_have_text("1 open, 2 in all")
    expect(questions(front).last).to_contain_text("Answered")
    hide(front, "What is flow?")
    undo(front, "Question hidden")
    expect(question(front, "What is flow?")).not_to_contain_text("Hidden")
    front.locator("main a.back").tap()
    expect(front.get_by_role("link", name="Questions 1 open, 2 in all")).to_be_visible()
    with_signal(front)
    expect_sent(front)
    shown = [(one["text"], one["votes"], one["isAnswered"], one["isHidden"]) for one in lecture.all()]
    assert shown == [("What is flow?", 0, False, False), ("Why, though?", 1, True, False)]
