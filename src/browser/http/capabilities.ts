import { useEffect, useState } from 'react'
import { endpoints } from '../../contract/endpoints'
import type { Capabilities, ExtensionId } from '../../contract/extensions'
import type { SiteConfig } from '../../contract/site-config'
import { sessionToken } from '../session/session'
import { createStore, useStore } from '../storage/store'
import { ApiError } from './api-error'
import { call } from './client'
import { siteConfig } from './config'

/** Returns whether the backend serves an extension call; false until the capabilities are fetched. */
export const useCapability = (id: ExtensionId): boolean => useExtensionCalls()?.includes(id) ?? false

/**
 * Returns the ids of the calls beyond the specification that the backend serves, including the calls of schema files;
 * undefined until the capabilities are fetched.
 */
export const useExtensionCalls = (): Capabilities['Calls'] | undefined => useCapabilities()?.Calls

/**
 * Returns the function that tells whether the backend serves a call; undefined until the capabilities are fetched.
 * A backend has each call of the specification unless it reports the call as missing.
 * All other calls are extensions.
 */
export const useIsServed = (): ((call: string) => boolean) | undefined => {
  const capabilities = useCapabilities()
  return (
    capabilities &&
    ((call) => (call in endpoints ? capabilities.Missing?.includes(call) !== true : capabilities.Calls.includes(call)))
  )
}

const useCapabilities = (): Capabilities | undefined => {
  // A component that is mounted after the response has arrived has the capabilities in its first render.
  const known = useStore(knownCapabilities)
  const [fetched, setFetched] = useState<Capabilities>()
  useEffect(() => {
    let isMounted = true
    void fetchCapabilities().then((capabilities) => {
      // Of known capabilities the store has notified the component; a state would render it again, with all others.
      if (isMounted && knownCapabilities.get()?.config !== siteConfig()) setFetched(capabilities)
    })
    return () => {
      isMounted = false
    }
  }, [])
  return known?.config === siteConfig() ? known.capabilities : fetched
}

/**
 * Returns the ids of the calls beyond the specification that the backend serves, fetched once for each configuration;
 * returns none if the call fails, and asks again later.
 */
export const extensionCalls = async (): Promise<Capabilities['Calls']> => (await fetchCapabilities()).Calls

/** Returns the ids of the calls in which the backend accepts a RequestId; returns none if the call fails. */
export const requestIdCalls = async (): Promise<readonly string[]> => (await fetchCapabilities()).RequestIdCalls ?? []

const fetchCapabilities = (): Promise<Capabilities> => {
  const config = siteConfig()
  const known = requests.get(config)
  if (known && (!known.isMissing || known.token === sessionToken())) return known.response
  const request: CapabilitiesRequest = {
    response: requestCapabilities(config),
    token: sessionToken(),
    isMissing: false,
  }
  requests.set(config, request)
  return request.response
}

const requestCapabilities = async (config: SiteConfig): Promise<Capabilities> => {
  try {
    return remember(config, await call<Capabilities>('Ext.GetCapabilities', { quiet: true }))
  } catch (error) {
    const request = requests.get(config)
    if (!isMissingCall(error) || !request) {
      requests.delete(config)
      return noExtensions
    }
    request.isMissing = true
    return remember(config, noExtensions)
  }
}

/** The call for the capabilities in one configuration. */
interface CapabilitiesRequest {
  readonly response: Promise<Capabilities>
  /** The token of the session in which the call was made. */
  readonly token: string | null
  /**
   * Whether the backend does not have the call.
   * It is then asked again after the next sign-in and after a reload, because a proxy may also return 404 while the
   * backend is being replaced. Until the next response, pages keep what they show.
   */
  isMissing: boolean
}

const noExtensions: Capabilities = { Calls: [] }

// A backend without the call has no extensions. After any other failure the call is repeated.
const isMissingCall = (error: unknown) => error instanceof ApiError && error.status === 404

const remember = (config: SiteConfig, capabilities: Capabilities): Capabilities => {
  if (config === siteConfig()) knownCapabilities.set({ config, capabilities })
  return capabilities
}

const requests = new WeakMap<SiteConfig, CapabilitiesRequest>()
const knownCapabilities = createStore<{ config: SiteConfig; capabilities: Capabilities } | null>(null)
