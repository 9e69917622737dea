import { type RawBuilder, sql } from 'kysely'
import type { BenchRequest } from '../client'
import type { RequestKind } from '../portal-requests'

/** Another schema-driven server, with which the portal is compared. */
export interface Peer {
  readonly name: string
  /** The packages to install, with their exact versions. */
  readonly packages: Readonly<Record<string, string>>
  /** The text of each file of the server's project, by path. */
  readonly files: Readonly<Record<string, string>>
  /** The arguments of Node that prepare the empty database; undefined if the start of the server does so. */
  readonly prepareArguments?: readonly string[]
  /** The arguments of Node that start the server. */
  readonly startArguments: readonly string[]
  /** A path that returns 200 once the server is ready. */
  readonly probe: string
  /** Returns the environment variables of the server. */
  env(settings: { readonly databaseUrl: string; readonly port: number }): Readonly<Record<string, string>>
  /** Returns the token of a user with all rights. `folder` contains the server's project. */
  signIn(send: Send, folder: string): Promise<string>
  /** Creates the collections and the units, and returns how the payers are added and measured. */
  prepare(send: Send): Promise<PreparedPeer>
}

/** Sends a request to the server and returns the parsed response. */
export type Send = (call: BenchRequest) => Promise<unknown>

/** How a peer is filled and measured. */
export interface PreparedPeer {
  /**
   * Returns the statements that insert this number of payers and create the indexes that the list needs, as a
   * maintainer would.
   * Calls would take minutes.
   */
  statements(payerCount: number): readonly RawBuilder<unknown>[]
  /** The query of the ids with which requests name payers. */
  readonly ids: RawBuilder<{ readonly id: string | number }>
  requests(ids: readonly (string | number)[]): PeerRequests
}

/** A payer as all servers store it; its unit is added by each peer. */
export const firstPayer = {
  PayerId: 'P0',
  PayerNo: '000000',
  PayerName: '王小明',
  Mobile: '0900000000',
  Email: 'payer0@example.com',
} as const

/** The values of the payer with the number `n`, in the order of `firstPayer`. */
export const payerColumns = sql`'P' || n, lpad(n::text, 6, '0'), '王小明', '0900' || lpad(n::text, 6, '0'), 'payer' || n || '@example.com'`

/** For each kind of measured request, the function that returns the request with a number. */
export type PeerRequests = Readonly<Record<RequestKind, (requestNo: number) => BenchRequest>>

/** Number of units. Payers are spread evenly over them. */
export const unitCount = 20

/** Number of the unit whose payers the measured list shows. */
export const listedUnit = 7

/** Number of the unit of the payers that are created, so that the measured list stays the same. */
export const createdUnit = 9
