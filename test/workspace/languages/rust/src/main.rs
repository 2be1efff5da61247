//! A shop that ranks its items, profiled by pprof-rs.
mod shop;

use pprof::protos::Message;
use std::io::Write;

fn main() {
    let path = std::env::args().nth(1).expect("where to write the profile");
    let guard = pprof::ProfilerGuardBuilder::default()
        .frequency(499)
        .blocklist(&["libc", "libgcc", "pthread", "vdso"])
        .build()
        .unwrap();
    let items = shop::items(2000);
    let mut total = 0.0;
    let mut first = 0;
    for _ in 0..2000 {
        let mut basket = shop::Basket::<shop::Item>::default();
        for item in &items {
            basket.add(item.clone());
        }
        total += basket.total();
        first ^= shop::rank(&items);
    }
    println!("{total} {first}");
    let profile = guard.report().build().unwrap().pprof().unwrap();
    let mut bytes = Vec::new();
    profile.write_to_vec(&mut bytes).unwrap();
    std::fs::File::create(path).unwrap().write_all(&bytes).unwrap();
}
