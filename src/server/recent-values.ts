/** A cache of limited size. When it is full, a new value replaces the oldest one. */
interface RecentValues<Value> {
  get(key: string): Value | undefined
  /** Stores a value, or replaces the value of the key. */
  set(key: string, value: Value): void
}

/** Returns an empty cache of at most `maxSize` values. */
export const recentValues = <Value>(maxSize: number): RecentValues<Value> => {
  const values = new Map<string, Value>()
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      const [oldest] = values.size >= maxSize && !values.has(key) ? values.keys() : []
      if (oldest !== undefined) values.delete(oldest)
      values.set(key, value)
    },
  }
}

/** Returns a function that returns one cache of at most `maxSize` values for each owner. A cache lives as long as its owner. */
export const recentValuesOf = <Value>(maxSize: number): ((owner: WeakKey) => RecentValues<Value>) => {
  const caches = new WeakMap<WeakKey, RecentValues<Value>>()
  return (owner) => {
    const cache = caches.get(owner) ?? recentValues<Value>(maxSize)
    caches.set(owner, cache)
    return cache
  }
}
