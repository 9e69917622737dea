/** How long one step of long work should keep others from the database; a request may wait for one, and for a checkpoint besides. */
const stepMs = 30

/** Sizes the steps of long work by the time that they take: on a slow or busy machine they become smaller. */
interface BatchSize {
  /** Rows of the next step. */
  readonly rows: number
  /** Does a step within its transaction, so that waiting for the database does not count. */
  step<T>(work: () => Promise<T>): Promise<T>
}

/** Begins with so many rows; a step changes the size of the next by half or twice at most. */
export const adaptiveBatchSize = ({ first, least = 10, most }: { readonly first: number; readonly least?: number; readonly most: number }): BatchSize => {
  let rows = first
  return {
    get rows() {
      return rows
    },
    step: async (work) => {
      const start = performance.now()
      const result = await work()
      const factor = Math.min(2, Math.max(0.5, stepMs / (performance.now() - start)))
      rows = Math.min(most, Math.max(least, Math.round(rows * factor)))
      return result
    },
  }
}
