import { collectionImport } from '../../payments/collections/collection-import'
import type { OwnImportRules } from './own-rules'

/** Returns the rules that only imports of this resource have; undefined for most resources. */
export const ownImportRules = (resource: string): OwnImportRules | undefined =>
  Object.hasOwn(rulesByResource, resource) ? rulesByResource[resource] : undefined

const rulesByResource: Readonly<Record<string, OwnImportRules>> = { selfCollection: collectionImport }

/** Names of the resources whose imports have rules of their own. */
export const importsWithOwnRules: readonly string[] = Object.keys(rulesByResource)
