import { useEffect, useState } from 'react'
import type { Capabilities, ExtensionId } from '../../contract/extensions'
import type { SiteConfig } from '../../contract/headers'
import { call } from './client'
import { siteConfig } from './config'

/** Returns whether the backend serves an extension call; false until that is known. */
export const useCapability = (id: ExtensionId): boolean => useExtensionCalls()?.includes(id) ?? false

/** Returns the ids of the calls beyond the specification that the backend serves, including those of schema files; undefined until that is known. */
export const useExtensionCalls = (): Capabilities['Calls'] | undefined => useBackend()?.Calls

/** Returns the ids of the calls of the specification that the backend does not serve; undefined until that is known. */
export const useMissingCalls = (): readonly string[] | undefined => {
  const backend = useBackend()
  return backend && (backend.Missing ?? [])
}

const useBackend = (): Capabilities | undefined => {
  const [backend, setBackend] = useState<Capabilities>()
  useEffect(() => {
    let mounted = true
    void fetchCapabilities().then((current) => mounted && setBackend(current))
    return () => {
      mounted = false
    }
  }, [])
  return backend
}

/** Returns the ids of the calls beyond the specification that the backend serves, fetched once for each configuration; none if the call fails. */
export const extensionCalls = async (): Promise<Capabilities['Calls']> => (await fetchCapabilities()).Calls

const fetchCapabilities = (): Promise<Capabilities> => {
  const config = siteConfig()
  const request = requests.get(config) ?? call<Capabilities>('Ext.GetCapabilities', { quiet: true })
  requests.set(config, request)
  return request.catch(() => {
    requests.delete(config)
    return { Calls: [] }
  })
}

const requests = new WeakMap<SiteConfig, Promise<Capabilities>>()
