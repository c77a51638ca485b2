"""A roster file as strangers send it: 120 rows, most of them good."""

import base64
import csv
import io
import plistlib

from pictures import png

NAMES = [
    ("Ann", "Fleming"), ("Siobhán", "O’Brien-D'Arcy"), ("健一", "井上"), ("पीताम्बर", "यादव"), ("Леонід", "Деревʼянко"),
    ("María José", "de la Cruz y Ñáñez"), ("Björk", ""), ("", "Pelé"), ("Zoe\u0308", "Decomposed"), ("👩🏽‍🚀", "Emoji"),
    ('=HYPERLINK("http://x")', "<script>alert(1)</script>"), ("محمد", "الفاسي"), ("יעל", "כהן"), ("สมชาย", "ใจดี"),
    ("서연", "김"), ("Brenda", "Chavez"), ("Brenda", "Chavez"), ("Jean-Luc", "Moreau"), ("Tomasz", "Wójcik"),
]
ROWS = 120
FIRST_ID = 20_000_000
PICTURE = png(32, 32)

# What is wrong with which row, counted from 0, and words of the reason. Rows 20 and 21 have no ID, and get one.
BAD = {
    24: str(FIRST_ID + 23),
    40: "at most 100 characters",
    41: "wizard",
}
GOOD = ROWS - len(BAD)
# The row of a person who is added without the picture.
BAD_PICTURE = 31

COLUMNS = {
    "firstName": "First Name", "lastName": "Last Name", "studentID": "Student ID", "githubUsername": "GitHub Username",
    "role": "Role", "picture": "Picture",
}
CHANGES = {
    20: {"studentID": ""},
    21: {"studentID": "00000000"},
    24: {"studentID": str(FIRST_ID + 23)},
    30: {"picture": PICTURE},
    31: {"picture": b"This is no picture."},
    40: {"lastName": "L" * 10_000},
    41: {"role": "wizard"},
}


def person(index):
    first, last = NAMES[index] if index < len(NAMES) else (f"Student {index}", "Sample")
    return {
        "firstName": first, "lastName": last, "studentID": str(FIRST_ID + index),
        "githubUsername": f"user-{index}" if index % 3 == 0 else "",
        "role": "teacher" if index in (0, 1) else "student", **CHANGES.get(index, {}),
    }


PEOPLE = [person(index) for index in range(ROWS)]


def property_list(form):
    return plistlib.dumps(PEOPLE, fmt=form)


def cell(value):
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def comma_separated():
    """With two more lines, both broken."""
    text = io.StringIO()
    rows = csv.DictWriter(text, COLUMNS)
    rows.writerow(COLUMNS)
    rows.writerows({key: cell(value) for key, value in one.items()} for one in PEOPLE)
    return b"\xef\xbb\xbf" + text.getvalue().encode() + b'one row,too few\r\nlast,"never closed,1,,student,\r\n'


FILES = {
    "roster.plist": property_list(plistlib.FMT_XML),
    "roster-binary.plist": property_list(plistlib.FMT_BINARY),
    "roster.csv": comma_separated(),
}


def problems(name):
    """The line of each row that cannot be taken, and words of the reason."""
    first = 2 if name.endswith(".csv") else 1
    found = [(first + index, words) for index, words in BAD.items()]
    return found + ([(ROWS + 2, "3 fields|2 fields"), (ROWS + 3, "never closed")] if first == 2 else [])
