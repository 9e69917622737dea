import { useEffect, useState } from 'react'
import type { Capabilities, ExtensionId } from '../../contract/extensions'
import type { SiteConfig } from '../../contract/headers'
import { call } from './client'
import { siteConfig } from './config'

/** Returns whether the backend serves an extension call; false until that is known. What is missing is not offered. */
export const useCapability = (id: ExtensionId): boolean => useCapabilities()?.includes(id) ?? false

/** Returns the calls that the backend serves beyond the specification, those of schema files included; undefined until that is known. */
export const useCapabilities = (): Capabilities['Calls'] | undefined => useBackend()?.Calls

/** Returns whether the backend serves a call of the specification; undefined until that is known. */
export const useAnswers = (): ((id: string) => boolean) | undefined => {
  const backend = useBackend()
  return backend && ((id) => backend.Missing?.includes(id) !== true)
}

const useBackend = (): Capabilities | undefined => {
  const [found, setFound] = useState<Capabilities>()
  useEffect(() => {
    let here = true
    void backendNow().then((backend) => here && setFound(backend))
    return () => {
      here = false
    }
  }, [])
  return found
}

/** Returns the extension calls of the backend, asked for once while the site is configured for it. */
export const capabilities = async (): Promise<Capabilities['Calls']> => (await backendNow()).Calls

const backendNow = (): Promise<Capabilities> => {
  const backend = siteConfig()
  const known = asked.get(backend) ?? call<Capabilities>('Ext.GetCapabilities', { quiet: true })
  asked.set(backend, known)
  return known.catch(() => {
    asked.delete(backend)
    return { Calls: [] }
  })
}

const asked = new WeakMap<SiteConfig, Promise<Capabilities>>()
