import { useEffect, useState } from 'react'
import type { Capabilities, ExtensionId } from '../contract/extensions'
import type { SiteConfig } from '../contract/headers'
import { siteConfig } from './config'
import { call } from './http'

/** Whether the backend answers an extension call; false until that is known. What is missing is not offered. */
export const useCapability = (id: ExtensionId): boolean => useCapabilities()?.includes(id) ?? false

/** What the backend answers beyond the specification's calls, also of what schema files declare; undefined until that is known. */
export const useCapabilities = (): Capabilities['Calls'] | undefined => {
  const [calls, setCalls] = useState<Capabilities['Calls']>()
  useEffect(() => {
    let here = true
    void capabilities().then((found) => here && setCalls(found))
    return () => {
      here = false
    }
  }, [])
  return calls
}

/** The extension calls of the backend, asked for once while the site is configured for it. */
export const capabilities = (): Promise<Capabilities['Calls']> => {
  const backend = siteConfig()
  const known = asked.get(backend) ?? call<Capabilities>('Ext.GetCapabilities', { quiet: true }).then(({ Calls }) => Calls)
  asked.set(backend, known)
  return known.catch(() => {
    asked.delete(backend)
    return []
  })
}

const asked = new WeakMap<SiteConfig, Promise<Capabilities['Calls']>>()
