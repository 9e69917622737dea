import { useEffect, useState } from 'react'
import type { Capabilities, ExtensionId } from '../../contract/extensions'
import type { SiteConfig } from '../../contract/headers'
import { call } from './client'
import { siteConfig } from './config'

/** Returns whether the backend serves an extension call; false until that is known. */
export const useCapability = (id: ExtensionId): boolean => useCapabilities()?.includes(id) ?? false

/** Returns the calls that the backend serves beyond the specification, those of schema files included; undefined until that is known. */
export const useCapabilities = (): Capabilities['Calls'] | undefined => useBackend()?.Calls

/** Returns the function that checks whether the backend serves a call of the specification; undefined until that is known. */
export const useServedCalls = (): ((id: string) => boolean) | undefined => {
  const backend = useBackend()
  return backend && ((id) => backend.Missing?.includes(id) !== true)
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

/** Returns the extension calls of the backend, fetched once for each configuration. */
export const capabilities = async (): Promise<Capabilities['Calls']> => (await fetchCapabilities()).Calls

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
