package com.example.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A shop that ranks its items, profiled by async-profiler. */
public final class Shop {
    record Item(String name, double price, int count) {}

    static final class Basket<T extends Item> {
        private final List<T> items = new ArrayList<>();

        void add(T item) {
            items.add(item);
        }

        double total() {
            return items.stream().mapToDouble(item -> item.price() * item.count()).sum();
        }
    }

    static int hashed(String name) {
        int hash = 0x811c9dc5;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 16777619;
        }
        return hash;
    }

    static int rank(List<Item> items) {
        TreeMap<Integer, Item> ranked = new TreeMap<>();
        for (Item item : items) {
            ranked.put(hashed(item.name()), item);
        }
        return ranked.firstKey();
    }

    public static void main(String[] args) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            items.add(new Item("item number " + i, i / 2.0, i % 7));
        }
        double total = 0;
        for (int round = 0; round < Integer.parseInt(args[0]); round++) {
            Basket<Item> basket = new Basket<>();
            for (Item item : items) {
                basket.add(item);
            }
            total += basket.total() + rank(items);
        }
        System.out.println(total);
    }
}
