import { Basket, items, rank } from './shop.ts';

export function sell(rounds: number): number {
  const all = items(2000);
  let sum = 0;
  for (let round = 0; round < rounds; round++) {
    const basket = new Basket();
    for (const item of all) basket.add(item);
    sum += basket.total() + rank(all);
  }
  return sum;
}
