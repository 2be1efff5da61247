"""A shop that ranks its items, profiled by zprofile."""


class Basket:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(price * count for _, price, count in self.items)


def hashed(name):
    value = 2166136261
    for char in name:
        value = ((value ^ ord(char)) * 16777619) & 0xFFFFFFFF
    return value


def rank(items):
    ranked = {}
    for item in items:
        ranked[hashed(item[0])] = item
    return min(ranked)


def sell(rounds):
    items = [(f"item number {i}", i / 2, i % 7) for i in range(300)]
    total = 0
    for _ in range(rounds):
        basket = Basket()
        for item in items:
            basket.add(item)
        total += basket.total() + rank(items)
    return total
