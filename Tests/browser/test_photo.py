import base64

import pytest
from playwright.sync_api import expect

from pictures import jpeg_size, noise, photo
from steps import button, dialog, notice, prepared, undo, with_signal, without_signal

MOST = 512 * 1024
RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming")


@pytest.fixture
def page(book, ann, blank_phone):
    blank_phone.goto(f"{book.base}/people/{ann}")
    expect(blank_phone.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    return blank_phone


def choose(page, content, name="photo.png", source="Photo Library"):
    page.get_by_label(source).set_input_files({"name": name, "mimeType": "image/png", "buffer": content})


def use(page, content, source="Photo Library"):
    choose(page, content, source=source)
    button(dialog(page, "Move and Scale"), "Use Photo").click()
    expect(notice(page, "Picture changed")).to_be_visible()
    expect(dialog(page, "Move and Scale")).to_have_count(0)


def stored(book, person):
    """The bytes of a person's picture as the server gives them."""
    address = book.page(f"/people/{person}")["person"]["avatar"]["picture"]
    answer = book.client.get(address, accept="image/*")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/jpeg")
    return answer.body


def colours(page, places):
    """The colours of the picture on the screen at parts of its width, half way down."""
    image = page.locator(".portrait img")
    expect(image).to_have_js_property("complete", True)
    return image.evaluate("""(image, places) => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return places.map(place => [...context.getImageData(place * canvas.width, canvas.height / 2, 1, 1).data]);
    }""", places)


def expect_colours(page, **wanted):
    places = {"left": 0.47, "right": 0.53}
    for colour, (name, expected) in zip(colours(page, [places[name] for name in wanted]), wanted.items()):
        assert all(abs(one - other) < 25 for one, other in zip(colour, expected)), f"{name}: {colour}"


@pytest.mark.parametrize("source", ["Photo Library", "Camera"])
def test_photo_becomes_a_small_square(book, page, ann, source):
    use(page, photo(3000, 2000), source)
    picture = stored(book, ann)
    width, height = jpeg_size(picture)
    assert width == height <= 512
    assert len(picture) <= MOST
    expect(page.locator(".portrait img")).to_have_js_property("naturalWidth", width)
    expect_colours(page, left=RED, right=BLUE)


def test_camera_and_library_are_two_ways(page):
    camera, library = page.get_by_label("Camera"), page.get_by_label("Photo Library")
    expect(camera).to_have_attribute("capture", "user")
    expect(camera).to_have_attribute("accept", "image/*")
    expect(library).to_have_attribute("accept", "image/*")
    assert library.get_attribute("capture") is None


def test_picture_that_cannot_be_made_small_is_still_small_enough(book, page, ann):
    use(page, noise(900, 900))
    assert len(stored(book, ann)) <= MOST


def test_part_of_the_photo_is_chosen_by_sliders(page):
    choose(page, photo(1000, 500))
    crop = dialog(page, "Move and Scale")
    expect(crop.get_by_label("Zoom")).to_be_focused()
    crop.get_by_label("Zoom").fill("4")
    crop.get_by_label("Left and right").fill("1")
    button(crop, "Use Photo").click()
    expect(notice(page, "Picture changed")).to_be_visible()
    expect(page.locator(".portrait img")).to_be_visible()
    left, right = colours(page, [0.1, 0.9])
    assert left == right, "Only one half of the photo is under the square."


def test_part_of_the_photo_is_chosen_by_dragging(page):
    choose(page, photo(1000, 500))
    crop = dialog(page, "Move and Scale")
    before = crop.get_by_label("Left and right").input_value()
    box = crop.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 180, box["y"] + 50, steps=4)
    page.mouse.up()
    expect(crop.get_by_label("Left and right")).not_to_have_value(before)
    button(crop, "Use Photo").click()
    expect(notice(page, "Picture changed")).to_be_visible()
    expect_colours(page, left=RED, right=RED)


def test_cancel_changes_nothing(book, page):
    before = book.sequence
    choose(page, photo(300, 200))
    button(dialog(page, "Move and Scale"), "Cancel").click()
    expect(dialog(page, "Move and Scale")).to_have_count(0)
    choose(page, photo(300, 200))
    expect(dialog(page, "Move and Scale")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog(page, "Move and Scale")).to_have_count(0)
    assert book.sequence == before


@pytest.mark.parametrize("content", [b"I am no picture.", b"", photo(30, 20)[:60]], ids=["text", "empty", "cut off"])
def test_file_that_is_no_picture_is_refused_in_words(book, page, content):
    before = book.sequence
    choose(page, content)
    expect(notice(page, "This file is not a picture that can be shown here.")).to_be_visible()
    expect(dialog(page, "Move and Scale")).to_have_count(0)
    assert book.sequence == before


def test_picture_is_removed_and_brought_back(book, page, ann):
    use(page, photo(300, 200))
    before = stored(book, ann)
    button(page, "Remove Picture").click()
    expect(notice(page, "Picture removed")).to_be_visible()
    expect(page.locator(".portrait")).to_have_text("AF")
    assert "picture" not in book.page(f"/people/{ann}")["person"]["avatar"]
    undo(page, "Picture removed")
    expect(page.locator(".portrait img")).to_be_visible()
    assert stored(book, ann) == before


def test_new_picture_is_undone(book, page, ann):
    use(page, photo(300, 200))
    first = stored(book, ann)
    use(page, noise(100, 100))
    undo(page, "Picture changed")
    assert stored(book, ann) == first


@pytest.mark.usefixtures("service_worker")
def test_second_picture_without_signal_is_undone(book, page, ann):
    prepared(page)
    without_signal(page)
    use(page, photo(300, 200))
    expect(button(page, "Remove Picture")).to_be_visible()
    first = page.locator(".portrait img").get_attribute("src")
    use(page, noise(100, 100))
    expect(page.locator(".portrait img")).not_to_have_attribute("src", first)
    undo(page, "Picture changed")
    expect(page.locator(".portrait img")).to_have_attribute("src", first)
    with_signal(page)
    assert stored(book, ann) == base64.b64decode(first.partition("base64,")[2])


def test_picture_is_on_the_roster_and_on_the_other_device(book, page, ann, laptop):
    laptop.goto(f"{book.base}/students")
    avatar = laptop.get_by_role("link", name="Ann Fleming").locator(".avatar")
    expect(avatar).to_have_text("AF")
    use(page, photo(300, 200))
    expect(avatar.locator("img")).to_be_visible()
