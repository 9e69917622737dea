/** Number of items that are packed together. */
const packSize = 500

/**
 * Reads items as fast as their source produces them, and stores those that are not needed yet as JSON.
 * It is meant for sources that do not wait for their reader: hucre, the library that reads xlsx, queues every parsed
 * row as objects, which take several times the memory of their text.
 */
export const readAhead = async function* <Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const packs: string[] = []
  const state = { isStopped: false, isRead: false, wake: () => {} }
  const read = async (): Promise<void> => {
    let pack: Item[] = []
    try {
      for await (const item of items) {
        if (state.isStopped) return
        pack.push(item)
        if (pack.length < packSize) continue
        packs.push(JSON.stringify(pack))
        pack = []
        state.wake()
      }
    } finally {
      packs.push(JSON.stringify(pack))
      state.isRead = true
      state.wake()
    }
  }
  const readResult = read()
  // A failure of the source is thrown only after the items before it, where `readResult` is awaited.
  readResult.catch(() => {})
  try {
    for (;;) {
      const pack = packs.shift()
      if (pack !== undefined) yield* JSON.parse(pack) as readonly Item[]
      else if (state.isRead) return await readResult
      else
        await new Promise<void>((resolve) => {
          state.wake = resolve
        })
    }
  } finally {
    state.isStopped = true
  }
}
