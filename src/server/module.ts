import type { RecordValues } from '../schema/language/types'
import type { SchemaSet } from '../schema/load/schema-set'
import type { Controller } from './call'
import type { RecordOf } from './database/records'
import type { RowAction } from './imports/records/actions/row-action'
import type { OwnImportRules } from './imports/records/own-rules'
import type { JobListing } from './jobs/job-listing'
import type { BankFileKind, BankFileKinds } from './payments/bank-files/kind'
import type { JobData, JobRun, Ports } from './ports'
import type { RecordModule, RecordModules } from './record-context'

/** What the server does differently for one resource: the default export of `resources/<name>/server.ts`. */
export interface ResourceModule<Values = RecordValues> extends RecordModule<Values> {
  /** The handlers of the calls of the resource's controller, by the part of their names after the dot. */
  readonly calls?: Controller
  /** The rules that only imports of this resource have. */
  readonly importRules?: OwnImportRules
  /** Does what the rows of an import with `inputs` say. */
  readonly importAction?: RowAction
  /** The kinds of jobs, by name. */
  readonly jobs?: Readonly<Record<string, ModuleJob>>
}

/** The calls and jobs of a controller that belongs to no resource: the default export of `src/server/controllers/*.ts`. */
export type ControllerModule = Pick<ResourceModule, 'calls' | 'jobs'>

/** A kind of bank file: the default export of `src/server/payments/kinds/*.ts`. */
export interface BankFileModule extends ControllerModule {
  readonly bankFileKind: BankFileKind
}

/** A kind of background work. */
export interface ModuleJob {
  /** Runs one attempt, as described at `JobHandler` in `ports.ts`. */
  run(portal: PortalParts, data: JobData, run: JobRun): Promise<void>
  /** Runs in the transaction that ends a failed job, which is the `db` of the ports (see `JobFailureHandler`). */
  onFailure?(portal: PortalParts, data: JobData, reason: unknown): Promise<void>
  /** Minutes until each retry, as in `JobRules`. */
  readonly retryMinutes?: readonly number[]
  /** The maximum number of lanes that run at the same time, as in `JobRules`. */
  readonly maxLanes?: number
  /** How the list of a user's own jobs shows the job, unless it is shown by the record whose SerialId it has. */
  readonly listing?: JobListing
}

/** The parts of a running portal: its ports, its schemas and their modules. */
export interface PortalParts {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly modules: Modules
}

/** A module with the name of its resource, of its controller, or of the layout of its bank files. */
export type NamedModule =
  | { readonly kind: 'resource'; readonly name: string; readonly module: ResourceModule }
  | { readonly kind: 'controller'; readonly name: string; readonly module: ControllerModule }
  | { readonly kind: 'bankFile'; readonly name: string; readonly module: BankFileModule }

/**
 * Declares what the server does differently for a resource.
 * The records of its hooks have the types of the schema file, once `npm run types` has written them.
 */
export const defineResource = <Name extends string>(
  name: Name,
  module: ResourceModule<RecordOf<Name>>,
): NamedModule => ({ kind: 'resource', name, module })

/** Declares the calls and jobs of a controller that belongs to no resource. */
export const defineController = (name: string, module: ControllerModule): NamedModule => ({
  kind: 'controller',
  name,
  module,
})

/** Declares the kind of the bank files with the layout `schemas/layouts/<layout>.json`. */
export const defineBankFile = (layout: string, bankFileKind: BankFileKind): NamedModule => ({
  kind: 'bankFile',
  name: layout,
  module: { bankFileKind },
})

/** A module with its file, as a path from the root of the project. */
export type ModuleFile = NamedModule & { readonly file: string }

/** All modules of a portal. */
export interface Modules extends RecordModules {
  readonly all: readonly ModuleFile[]
  get(resource: string): ResourceModule
  /** The kinds of bank files, by the name of their layout. */
  readonly bankFileKinds: BankFileKinds
  /** Returns the calls of a controller that belongs to no resource. */
  controller(name: string): Controller
}

/**
 * Returns a set of modules.
 * Throws an error if a file exports none, or if two modules have the same name or the same job.
 */
export const moduleSet = (all: readonly ModuleFile[]): Modules => {
  const withoutModule = all.find(({ module }) => module === undefined)
  if (withoutModule)
    throw new Error(
      `${withoutModule.file} must export by default what defineResource, defineController or defineBankFile returns.`,
    )
  const modulesOf = (wanted: NamedModule['kind']) =>
    uniqueNames<ResourceModule>(
      all.flatMap(({ kind, name, module }) => (kind === wanted ? [[name, module]] : [])),
      'are named',
    )
  const [resources, controllers] = [modulesOf('resource'), modulesOf('controller')]
  const jobs = all.flatMap(({ module }) => Object.entries(module.jobs ?? {}))
  uniqueNames(jobs, 'have the job')
  const bankFileKinds = uniqueNames(
    all.flatMap(({ kind, name, module }) => (kind === 'bankFile' ? [[name, module.bankFileKind]] : [])),
    'are for bank files of the layout',
  )
  return {
    all,
    get: (resource) => resources.get(resource) ?? noModule,
    controller: (name) => controllers.get(name)?.calls ?? {},
    bankFileKinds: Object.fromEntries(bankFileKinds),
    jobKinds: new Map(
      [...resources].flatMap(([resource, { jobs = {} }]) =>
        Object.entries(jobs).map(([name, { listing = {} }]) => [name, { resource, listing }] as const),
      ),
    ),
  }
}

const uniqueNames = <Value>(entries: readonly (readonly [string, Value])[], what: string): Map<string, Value> => {
  const values = new Map<string, Value>()
  for (const [name, value] of entries) {
    if (values.has(name)) throw new Error(`Two modules ${what} '${name}'.`)
    values.set(name, value)
  }
  return values
}

const noModule: ResourceModule = {}
