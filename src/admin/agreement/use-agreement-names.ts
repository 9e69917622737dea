import { useEffect, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { useSession } from '../../browser/session'
import type { Resource } from '../../schema/types'
import { mayDo } from '../auth-provider/access'
import type { PortalDataProvider } from '../data-provider'
import { hasOperation } from '../data-provider/operations'
import { usePortal } from '../portal'

/** What the user's agreements are called, by code, as the select lists of one of her pages say it; empty until `wanted` and known. */
export const useAgreementNames = (wanted: boolean): ReadonlyMap<string, string> => {
  const provider = useDataProvider<PortalDataProvider>()
  const { schemas } = usePortal()
  const session = useSession()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const menu = session?.kind === 'company' ? session.menu : []
  const source = schemas.resources.find((resource) => offersAgreements(resource) && mayDo(resource, menu, 'list'))?.name
  useEffect(() => {
    if (!wanted || !source) return
    const learn = (choices: readonly { readonly Value: string; readonly Text: string }[] = []) =>
      setNames(new Map(choices.map(({ Value, Text }) => [Value, Text] as const)))
    // Without names the bare codes still say which is which.
    provider.getSelectLists(source).then(
      (lists) => learn(lists.ApplyCode),
      () => {},
    )
  }, [provider, source, wanted])
  return names
}

const offersAgreements = (resource: Resource): boolean =>
  hasOperation(resource, 'selectList') && resource.fields.some(({ name, type }) => name === 'ApplyCode' && type === 'reference')
