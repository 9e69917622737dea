import { send } from '../../browser/http'
import type { SelectLists } from '../../contract/envelope'
import type { Resource } from '../../schema/types'
import { operationEndpoint } from './operations'

const lifetime = 5 * 60_000

/** Answers GetAllSelectList, asking the server once in five minutes for each resource and after each change. */
export const selectListCache = () => {
  const kept = new Map<string, { readonly until: number; readonly lists: Promise<SelectLists> }>()
  const ask = (resource: Resource) => {
    const lists = send<SelectLists>(operationEndpoint(resource, 'selectList'))
    kept.set(resource.name, { until: Date.now() + lifetime, lists })
    lists.catch(() => kept.delete(resource.name))
    return lists
  }
  return {
    read: (resource: Resource): Promise<SelectLists> => {
      const found = kept.get(resource.name)
      return found && found.until > Date.now() ? found.lists : ask(resource)
    },
    /** Choices of one resource name records of others, so any change empties all. */
    drop: () => kept.clear(),
  }
}
