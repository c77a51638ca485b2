"""The list of universities to choose from spans the whole world, and every line of it keeps to the format."""

import collections
import pathlib
import unicodedata

import pytest

FILE = pathlib.Path(__file__).parents[2] / "Sources/Web/Resources/public/universities.txt"

LONGEST = 120

CONTINENTS = {
    "Africa": ["Algeria", "Egypt", "Ethiopia", "Ghana", "Kenya", "Morocco", "Nigeria", "Senegal", "South Africa"],
    "Asia": ["China", "India", "Indonesia", "Iran", "Japan", "Philippines", "Saudi Arabia", "South Korea", "Vietnam"],
    "Europe": ["France", "Germany", "Greece", "Italy", "Poland", "Spain", "Switzerland", "Ukraine", "United Kingdom"],
    "North America": ["Canada", "Costa Rica", "Cuba", "Jamaica", "Mexico", "United States"],
    "Oceania": ["Australia", "Fiji", "New Zealand", "Papua New Guinea", "Samoa"],
    "South America": ["Argentina", "Brazil", "Chile", "Colombia", "Peru", "Uruguay"],
}


def folded(name):
    """The name as the list sorts and compares it: without its accents and its capitals."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def parsed(line):
    name, *others = line.split(" = ")
    return name, [alias for other in others for alias in other.split("; ")]


@pytest.fixture(scope="module")
def text():
    return FILE.read_bytes().decode("utf-8")


@pytest.fixture(scope="module")
def lines(text):
    return text.removesuffix("\n").split("\n")


@pytest.fixture(scope="module")
def countries(lines):
    """Each country's name and its universities, each a name and its aliases, in the order of the file."""
    assert lines[0].startswith("# ")
    found = []
    for line in lines:
        if line.startswith("# "):
            found.append((line.removeprefix("# "), []))
        else:
            found[-1][1].append(parsed(line))
    return found


def test_the_whole_world_is_in_the_list(countries):
    assert sum(len(universities) for _, universities in countries) >= 1500
    assert len(countries) >= 140


@pytest.mark.parametrize("continent", CONTINENTS)
def test_each_inhabited_continent_is_in_the_list(countries, continent):
    listed = dict(countries)
    assert set(CONTINENTS[continent]) <= set(listed)
    assert sum(len(listed[country]) for country in CONTINENTS[continent]) >= 30


def test_the_text_is_composed_and_its_lines_are_plain(text, lines):
    assert unicodedata.is_normalized("NFC", text)
    assert text.endswith("\n") and "" not in lines
    assert [line for line in lines if line != " ".join(line.split())] == []
    assert [line for line in lines if any(unicodedata.category(letter)[0] == "C" for letter in line)] == []


def test_countries_are_sorted_and_none_is_empty_or_twice_in_the_list(countries):
    names = [name for name, _ in countries]
    assert names == sorted(names, key=folded)
    assert len(names) == len({folded(name) for name in names})
    assert [name for name, universities in countries if not universities] == []


def test_universities_are_sorted_and_none_is_twice_in_a_country(countries):
    for country, universities in countries:
        keys = [folded(name) for name, _ in universities]
        assert keys == sorted(keys), country
        assert [key for key, count in collections.Counter(keys).items() if count > 1] == [], country


def test_names_are_of_a_bearable_length_and_free_of_the_marks_of_the_format(lines):
    for line in lines:
        assert line.count(" = ") <= 1, line
        name, aliases = parsed(line.removeprefix("# "))
        for part in [name, *aliases]:
            assert 0 < len(part) <= LONGEST, line
            assert not set(part) & set("=;#"), line


def test_aliases_say_something_their_name_does_not(countries):
    for _, universities in countries:
        for name, aliases in universities:
            keys = [folded(part) for part in [name, *aliases]]
            assert len(keys) == len(set(keys)), name
