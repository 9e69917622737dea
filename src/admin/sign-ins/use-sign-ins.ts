import { useQuery } from '@tanstack/react-query'
import { useCapability } from '../../browser/capabilities'
import { call } from '../../browser/http'
import type { SessionInfo } from '../../contract/extensions'

/** Whose sign-ins: the own ones, or those of a user whom an administrator looks at. */
export type SignInsOf = 'oneself' | { readonly SerialId: string }

/** The latest sign-ins; `offered` is false where the backend does not tell of them. */
export const useSignIns = (whose: SignInsOf) => {
  const own = whose === 'oneself'
  const id = own ? 'EnterpriseArea.GetSessions' : 'PortalUser.GetSessions'
  const offered = useCapability(id)
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-ins', whose],
    queryFn: ({ signal }) => call<readonly SessionInfo[]>(id, { quiet: true, signal, ...(own ? {} : { params: whose }) }),
    enabled: offered,
    gcTime: 0,
  })
  return { offered, signIns: data, error, refetch: () => void refetch() }
}
