import { useEffect, useState } from 'react'
import type { Capabilities, ExtensionId } from '../contract/extensions'
import type { SiteConfig } from '../contract/headers'
import { siteConfig } from './config'
import { call } from './http'

/** Whether the backend answers an extension call; false until that is known. What is missing is not offered. */
export const useCapability = (id: ExtensionId): boolean => {
  const [has, setHas] = useState(false)
  useEffect(() => {
    let here = true
    void capabilities().then((calls) => here && setHas(calls.includes(id)))
    return () => {
      here = false
    }
  }, [id])
  return has
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
