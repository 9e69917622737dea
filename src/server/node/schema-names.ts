import { type Endpoint, endpoints } from '../../contract/endpoints'
import { callFacts } from '../../contract/openapi/calls'
import { virtualNames } from '../records/virtual-fields'
import { handWritten } from '../routes/index'

/** Returns the names of the server's code that schemas may use. */
export const serverNames = () => ({
  endpoints: Object.keys(endpoints),
  uploads: idsOfUploads(),
  handWritten,
  calls: callFacts(),
  virtual: virtualNames,
  hasSlips: true,
})

const idsOfUploads = (): readonly string[] => Object.entries<Endpoint>(endpoints).flatMap(([id, { body }]) => (body === 'multipart' ? [id] : []))
