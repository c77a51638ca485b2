"""Fills pretix with one event, paid tickets and check-in lists, and prints what a device needs that checks in. Run by
pretix's own Python, since its first token is otherwise made by hand.
    python -P pretix_fill.py TICKETS LISTS"""

import datetime
import json
import sys

import django

django.setup()

from django.utils.timezone import now  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402
from pretix.base.models import Event, Order, OrderPosition, Organizer  # noqa: E402


def order(event, item, channel, number):
    """A paid order of one ticket; returns the ticket's secret."""
    made = Order.objects.create(
        event=event, code=f"T{number:04}", email=f"student{number}@example.org", status=Order.STATUS_PAID,
        datetime=now(), expires=now() + datetime.timedelta(days=10), total=0, locale="en", sales_channel=channel)
    name = {"_scheme": "given_family", "given_name": "Student", "family_name": str(number)}
    return OrderPosition.objects.create(order=made, item=item, price=0, positionid=1, attendee_name_parts=name).secret


def fill(tickets, lists):
    school = Organizer.objects.create(name="School", slug="school")
    event = Event.objects.create(
        organizer=school, name="Mechanics", slug="mechanics", date_from=now(), currency="EUR", live=True)
    item = event.items.create(name="Ticket", default_price=0)
    channel = school.sales_channels.get(identifier="web")
    team = school.teams.create(name="Instructors", all_events=True, all_event_permissions=True)
    return {
        "token": team.tokens.create(name="Scanner").token,
        "tickets": [order(event, item, channel, number) for number in range(tickets)],
        "lists": [event.checkin_lists.create(name=f"Class {number}", all_products=True).pk for number in range(lists)]}


with scopes_disabled():
    print(json.dumps(fill(*map(int, sys.argv[1:]))))
