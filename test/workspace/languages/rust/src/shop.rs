use std::collections::BTreeMap;

#[derive(Clone)]
pub struct Item {
    pub name: String,
    pub price: f64,
    pub count: u32,
}

pub trait Priced {
    fn cost(&self) -> f64;
}

impl Priced for Item {
    fn cost(&self) -> f64 {
        self.price * f64::from(self.count)
    }
}

pub struct Basket<T> {
    items: Vec<T>,
}

impl<T> Default for Basket<T> {
    fn default() -> Self {
        Basket { items: Vec::new() }
    }
}

impl<T: Priced> Basket<T> {
    #[inline(never)]
    pub fn add(&mut self, item: T) {
        self.items.push(item);
    }

    #[inline(never)]
    pub fn total(&self) -> f64 {
        self.items.iter().map(|item| item.cost()).sum()
    }
}

pub fn items(count: u32) -> Vec<Item> {
    (0..count)
        .map(|i| Item { name: format!("item number {i}"), price: f64::from(i) / 2.0, count: i % 7 })
        .collect()
}

fn hashed(name: &str) -> u32 {
    let mut hash = 2166136261u32;
    for byte in name.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(16777619);
    }
    hash
}

#[inline(never)]
pub fn rank(items: &[Item]) -> u32 {
    let mut ranked = BTreeMap::new();
    for item in items {
        ranked.insert(hashed(&item.name), item);
    }
    ranked.keys().next().copied().unwrap_or(0)
}
