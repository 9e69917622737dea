/**
 * Target duration of one step of background work in milliseconds.
 * On the embedded database, a request may have to wait for one step and for a checkpoint.
 */
const stepMs = 30

/** Adapts the size of background steps to their duration: on a slow or busy machine, steps become smaller. */
interface BatchSize {
  /** Number of rows of the next step. */
  readonly rows: number
  /**
   * Runs a step and measures its duration.
   * Callers open the transaction of the step first, so that waiting for the connection is not measured.
   */
  run<T>(work: () => Promise<T>): Promise<T>
}

const minRows = 10

/** Returns a batch size that starts with `initial` rows; each step at most halves or doubles the size of the next. */
export const adaptiveBatchSize = ({ initial, max }: { readonly initial: number; readonly max: number }): BatchSize => {
  let rows = initial
  return {
    get rows() {
      return rows
    },
    run: async (work) => {
      const start = performance.now()
      const result = await work()
      const factor = Math.min(2, Math.max(0.5, stepMs / (performance.now() - start)))
      rows = Math.min(max, Math.max(minRows, Math.round(rows * factor)))
      return result
    },
  }
}
