/** What a map has for a key. It is made when it is first asked for. */
export function madeOnce<K, V>(map: KeyedValues<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** A map, or what forgets some of its values. */
interface KeyedValues<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/** The list that a map has for a key, to add to it. */
export function listAt<K, T>(map: KeyedValues<K, T[]>, key: K): T[] {
  return madeOnce(map, key, () => []);
}
