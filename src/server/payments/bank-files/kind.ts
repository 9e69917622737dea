import type { EnumCode } from '../../../domain/enums'
import type { Layout, LayoutRequirements } from '../../../schema/layouts/layout'
import type { Db, JobRun, Ports } from '../../ports'
import type { BankFileSummary } from '../files/bank-file'
import type { FailedBankFile } from './outcome'
import { waitForRelease } from './wait-for-release'

/** The ports that processing a bank file needs. */
export type BankFilePorts = Pick<Ports, 'backgroundDb' | 'bankFileTools' | 'clock' | 'log' | 'jobs'>

/** A stored bank file whose processing begins. */
export interface StoredBankFile {
  readonly id: number
  readonly name: string
  readonly layoutName: string
  readonly layout: Layout
  /** The day on which the file was received. */
  readonly receivedOn: string
  /** What an operator has said about the file when it was held. */
  readonly decision: EnumCode<'HoldDecision'> | null
  readonly updateUser: string
  /** Whether a second operator must release the file before its lines are booked. */
  readonly needsRelease: boolean
  /**
   * Reads the content.
   * The embedded database has only one connection, so a transaction must read the file itself, as `reader`.
   */
  readonly open: (reader?: Db) => AsyncIterable<Uint8Array>
}

/** What the verification of a file returns. */
interface Verification {
  readonly summary: BankFileSummary
}

/** A file whose lines are booked, and what its verification returned. */
interface Booking<Verified> {
  readonly file: StoredBankFile
  readonly verified: Verified
}

/** What the portal does with the files of a layout. */
interface KindRules<Verified extends Verification> {
  readonly layout: LayoutRequirements
  /** Reads a file to its end, so that no line of an invalid file takes effect; throws a refusal at the first mistake. */
  readonly verify: (ports: BankFilePorts, file: StoredBankFile) => Promise<Verified>
  /**
   * Books the lines of a verified file and ends its job with `endFile`.
   * If the process dies, the job runs again, so a line that is already booked must have no effect.
   */
  readonly book: (ports: BankFilePorts, booking: Booking<Verified>, run: JobRun) => Promise<void>
  /** Writes to the record of a file that its processing failed, with `markAsFailed`. */
  readonly onFailure: (ports: Pick<Ports, 'db' | 'clock' | 'jobs'>, failed: FailedBankFile) => Promise<void>
}

/** A kind of bank file. */
export interface BankFileKind extends Pick<KindRules<Verification>, 'layout' | 'onFailure'> {
  /** Verifies a file and books its lines, or lets it wait for a release. */
  readonly process: (ports: BankFilePorts, file: StoredBankFile, run: JobRun) => Promise<void>
}

/** The kinds of bank files by the name of their layout in `schemas/layouts`. */
export type BankFileKinds = Readonly<Record<string, BankFileKind>>

/** Returns a kind of bank file, whose `book` gets what its `verify` returns. */
export const defineBankFileKind = <Verified extends Verification>({
  layout,
  verify,
  book,
  onFailure,
}: KindRules<Verified>): BankFileKind => ({
  layout,
  onFailure,
  process: async (ports, file, run) => {
    const verified = await verify(ports, file)
    if (file.needsRelease) await waitForRelease(ports, { id: file.id, summary: verified.summary, run })
    else await book(ports, { file, verified }, run)
  },
})

/** Returns what each layout must have, for the checks of the files in `schemas/layouts`. */
export const layoutRequirements = (kinds: BankFileKinds): Readonly<Record<string, LayoutRequirements>> =>
  Object.fromEntries(Object.entries(kinds).map(([name, { layout }]) => [name, layout]))
