"""Logistics for GTPyhop: the methods of `tests/domains/logistics.rs`, in the same order.

GTPyhop has no unordered tasks. The deliveries are in the order that the first plan of unordered ones has.
What never changes lies outside the state, which GTPyhop copies for every step.
"""

import gtpyhop


class rigid:
    city_of, airport, truck_of, goal = {}, {}, {}, {}


def drive(s, truck, to):
    if rigid.city_of[s.truck_at[truck]] == rigid.city_of[to]:
        s.truck_at[truck] = to
        return s
    return False


def fly(s, plane, to):
    if rigid.airport[rigid.city_of[to]] == to:
        s.plane_at[plane] = to
        return s
    return False


def load_truck(s, package, truck):
    if package in s.at and s.at[package] == s.truck_at[truck]:
        del s.at[package]
        s.in_truck[package] = truck
        return s
    return False


def unload_truck(s, package, truck):
    if s.in_truck.get(package) == truck:
        del s.in_truck[package]
        s.at[package] = s.truck_at[truck]
        return s
    return False


def load_plane(s, package, plane):
    if package in s.at and s.at[package] == s.plane_at[plane]:
        del s.at[package]
        s.in_plane[package] = plane
        return s
    return False


def unload_plane(s, package, plane):
    if s.in_plane.get(package) == plane:
        del s.in_plane[package]
        s.at[package] = s.plane_at[plane]
        return s
    return False


def more(s, package):
    if package in rigid.goal:
        return [("deliver", package, rigid.goal[package]), ("deliver_from", package + 1)]
    return False


def all_delivered(s, package):
    return []


def delivered(s, package, to):
    return [] if s.at[package] == to else False


def within_the_city(s, package, to):
    here = s.at[package]
    return [("by_truck", package, here, to)] if rigid.city_of[here] == rigid.city_of[to] else False


def between_cities(s, package, to):
    here = s.at[package]
    departure, arrival = rigid.airport[rigid.city_of[here]], rigid.airport[rigid.city_of[to]]
    return [
        ("by_truck", package, here, departure),
        ("by_plane", package, departure, arrival),
        ("by_truck", package, arrival, to),
    ]


def truck_not_needed(s, package, here, to):
    return [] if here == to else False


def by_the_truck(s, package, here, to):
    truck = rigid.truck_of[rigid.city_of[here]]
    return [
        ("drive_to", truck, here),
        ("load_truck", package, truck),
        ("drive_to", truck, to),
        ("unload_truck", package, truck),
    ]


def truck_is_there(s, truck, to):
    return [] if s.truck_at[truck] == to else False


def truck_goes(s, truck, to):
    return [("drive", truck, to)]


def plane_is_here(s, package, here, to):
    for plane, at in s.plane_at.items():
        if at == here:
            return [("carry", package, plane, to)]
    return False


def plane_comes(s, package, here, to):
    for plane in s.plane_at:
        return [("fly", plane, here), ("carry", package, plane, to)]
    return False


def carry(s, package, plane, to):
    return [("load_plane", package, plane), ("fly", plane, to), ("unload_plane", package, plane)]


def problem(instance):
    gtpyhop.Domain("logistics")
    gtpyhop.declare_actions(drive, fly, load_truck, unload_truck, load_plane, unload_plane)
    gtpyhop.declare_task_methods("deliver_from", more, all_delivered)
    gtpyhop.declare_task_methods("deliver", delivered, within_the_city, between_cities)
    gtpyhop.declare_task_methods("by_truck", truck_not_needed, by_the_truck)
    gtpyhop.declare_task_methods("drive_to", truck_is_there, truck_goes)
    gtpyhop.declare_task_methods("by_plane", plane_is_here, plane_comes)
    gtpyhop.declare_task_methods("carry", carry)

    def location(name):
        city, place = name[len("loc") :].split("-")
        return int(city) * 10 + int(place)

    def number(name):
        return int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))

    cities = list(zip(map(number, instance["cities"]), instance["locs"]))
    rigid.city_of = {location(place): city for city, places in cities for place in places}
    rigid.airport = {city: location(places[0]) for city, places in cities}
    trucks = [(number(city), location(place)) for _, city, place in instance["trucks"]]
    rigid.truck_of = {city: city for city, _ in trucks}
    rigid.goal = {number(package): location(to) for package, _, to in instance["packages"]}
    state = gtpyhop.State("start")
    state.truck_at = dict(trucks)
    state.plane_at = {number(plane): location(place) for plane, place in instance["planes"]}
    state.at = {number(package): location(here) for package, here, _ in instance["packages"]}
    state.in_truck, state.in_plane = {}, {}
    return state, [("deliver_from", 1)]
