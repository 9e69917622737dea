import type { BenchRequest } from '../client'

/** Another server that is driven by a schema, with which the portal is compared. */
export interface Peer {
  readonly name: string
  /** The packages to install, with their exact versions. */
  readonly packages: Readonly<Record<string, string>>
  /** The files of its project, by path. */
  readonly files: Readonly<Record<string, string>>
  /** The arguments of Node that prepare its empty database; undefined if its start does. */
  readonly prepare?: readonly string[]
  /** The arguments of Node that start it. */
  readonly start: readonly string[]
  /** A path that returns 200 once it is ready. */
  readonly probe: string
  env(settings: { readonly databaseUrl: string; readonly port: number }): Readonly<Record<string, string>>
  /** Returns the token of a user with all rights. `folder` is that of its project. */
  signIn(send: Send, folder: string): Promise<string>
  /** Creates units and payers, and returns the measured requests. */
  fill(send: Send, payers: readonly PeerPayer[]): Promise<PeerRequests>
}

export type Send = (call: BenchRequest) => Promise<unknown>

export interface PeerPayer {
  readonly PayerId: string
  readonly PayerNo: string
  readonly PayerName: string
  readonly Mobile: string
  readonly Email: string
  /** The number of the unit, from 0. */
  readonly unit: number
}

/** The measured requests by kind; `no` counts them. */
export type PeerRequests = Readonly<Record<'list' | 'detail' | 'create' | 'update', (no: number) => BenchRequest>>

/** Number of units to which payers belong. */
export const unitCount = 20

/** The unit whose payers are listed. */
export const listedUnit = 7
