#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace shop {

template <typename T>
class Basket {
 public:
  void add(const T &item) { items_.push_back(item); }

  double total() const {
    double sum = 0;
    for (const T &item : items_) sum += item.price * item.count;
    return sum;
  }

 private:
  std::vector<T> items_;
};

struct Item {
  std::string name;
  double price;
  int count;
};

static inline unsigned hashed(const std::string &name) {
  unsigned hash = 2166136261u;
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

__attribute__((noinline)) unsigned rank(const std::vector<Item> &items) {
  std::map<unsigned, const Item *> ranked;
  for (const Item &item : items) ranked[hashed(item.name)] = &item;
  return ranked.empty() ? 0 : ranked.begin()->first;
}

}  // namespace shop

int main() {
  std::vector<shop::Item> items;
  for (int i = 0; i < 500; i++) items.push_back({"item number " + std::to_string(i), i * 0.5, i % 7});
  double sum = 0;
  unsigned first = 0;
  for (int round = 0; round < 1500; round++) {
    shop::Basket<shop::Item> basket;
    for (const shop::Item &item : items) basket.add(item);
    sum += basket.total();
    first ^= shop::rank(items);
  }
  std::printf("%f %u\n", sum, first);
}
