import type { RawBuilder } from 'kysely'

/**
 * How the list of a user's own jobs shows a kind of job.
 * By default a job belongs to the record of its module's resource whose SerialId is in the data of the job; without a
 * SerialId, to the page of the resource.
 * SQL may refer to the row `job`.
 */
export interface JobListing {
  /** The text before the title of the record, such as 繳款單產製：. */
  readonly prefix?: string
  /** What a job that has the name of a file does with it, such as 檢查; 匯入 by default. */
  readonly verb?: string
  /** The record of another page, with its key and its title in SQL; the title is null if the record is deleted. */
  readonly record?: {
    readonly page: string
    readonly id: RawBuilder<string | null>
    readonly title: RawBuilder<string | null>
  }
  /** The SQL of a note below the title. */
  readonly note?: RawBuilder<string | null>
  /**
   * The numbers of rows that an ended import has written and rejected, in SQL; default: those of the result that the
   * job has stored.
   */
  readonly counts?: JobCounts
}

/** The SQL of the numbers of rows that an import has written and rejected; null if the job is no import. */
export interface JobCounts {
  readonly succeeded: RawBuilder<number | null>
  readonly failed: RawBuilder<number | null>
}

/** A kind of job, with the resource whose module has it. */
export interface JobKind {
  readonly resource: string
  readonly listing: JobListing
}
