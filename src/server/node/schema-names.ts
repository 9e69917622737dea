import { type Endpoint, endpoints } from '../../contract/endpoints'
import { callFacts } from '../../contract/openapi/calls'
import { reservedTableNames } from '../database/migrations/reserved-names'
import { importsWithOwnRules } from '../imports/records/resources-with-own-rules'
import { layoutRequirements } from '../payments/bank-files/kind'
import { bankFileKinds } from '../payments/kinds'
import { virtualNames } from '../records/virtual-fields'
import { callsWithOwnHandler } from '../routes/index'

/**
 * Returns the names in the server's code to which schemas may refer.
 * `requiresEveryFile`: every slip template and layout must have its file.
 */
export const serverNames = () => ({
  endpoints: Object.keys(endpoints),
  callsWithFiles: idsOfUploads(),
  callsWithOwnHandler,
  importsWithOwnRules,
  calls: callFacts(),
  virtualFields: virtualNames,
  reservedTables: reservedTableNames,
  layouts: layoutRequirements(bankFileKinds),
  requiresEveryFile: true,
})

const idsOfUploads = (): readonly string[] =>
  Object.entries<Endpoint>(endpoints).flatMap(([id, { body }]) => (body === 'multipart' ? [id] : []))
