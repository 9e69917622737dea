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
  /** Creates units and payers, and returns the measured requests. */
  fill(send: Send, payers: readonly PeerPayer[]): Promise<PeerRequests>
}

/** Sends a request to the server and returns the parsed response. */
export type Send = (call: BenchRequest) => Promise<unknown>

/** A payer as all servers store it. */
export interface PeerPayer {
  readonly PayerId: string
  readonly PayerNo: string
  readonly PayerName: string
  readonly Mobile: string
  readonly Email: string
  /** The number of the unit, from 0. */
  readonly unit: number
}

/** For each kind of measured request, the function that returns the request with a number. */
export type PeerRequests = Readonly<Record<RequestKind, (requestNo: number) => BenchRequest>>

/** Number of units. Payers are spread evenly over them. */
export const unitCount = 20

/** Number of the unit whose payers the measured list shows. */
export const listedUnit = 7
