import { type Endpoint, endpoints } from '../../../contract/endpoints'
import { callFacts } from '../../../contract/openapi/calls'
import { reservedTableNames } from '../../database/migrations/reserved-names'
import type { Modules, ResourceModule } from '../../module'
import { layoutRequirements } from '../../payments/bank-files/kind'
import { writtenLayouts } from '../../payments/debits/media'

/**
 * Returns the names in the server's code to which schemas may refer.
 * `requiresEveryFile`: every slip template and layout must have its file.
 */
export const serverNames = ({ all, bankFileKinds }: Pick<Modules, 'all' | 'bankFileKinds'>) => ({
  endpoints: Object.keys(endpoints),
  callsWithFiles: idsOfUploads(),
  resourcesWithOwnCreation: resourcesWith(all, hasOwnCreation),
  importsWithOwnRules: resourcesWith(all, ({ importRules }) => importRules !== undefined),
  resourcesWithImportActions: resourcesWith(all, ({ importAction }) => importAction !== undefined),
  calls: callFacts(),
  virtualFields: virtualFieldNames({ all }),
  reservedTables: reservedTableNames,
  layouts: { ...layoutRequirements(bankFileKinds), ...writtenLayouts },
  requiresEveryFile: true,
})

/** Returns the virtual fields for which modules have SQL, such as `bills.BillStatus`. */
export const virtualFieldNames = ({ all }: Pick<Modules, 'all'>): readonly string[] =>
  all.flatMap(({ name, module }) =>
    'virtualFields' in module ? Object.keys(module.virtualFields ?? {}).map((field) => `${name}.${field}`) : [],
  )

const resourcesWith = (all: Modules['all'], hasPart: (module: ResourceModule) => boolean): readonly string[] =>
  all.flatMap(({ kind, name, module }) => (kind === 'resource' && hasPart(module) ? [name] : []))

const hasOwnCreation = ({ calls = {}, beforeWrite, afterWrite }: ResourceModule): boolean =>
  Object.hasOwn(calls, 'create') || beforeWrite !== undefined || afterWrite !== undefined

const idsOfUploads = (): readonly string[] =>
  Object.entries<Endpoint>(endpoints).flatMap(([id, { body }]) => (body === 'multipart' ? [id] : []))
