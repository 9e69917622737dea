import { useEffect, useState } from 'react'
import type { Capabilities, ExtensionId } from '../contract/extensions'
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

/** The extension calls of the backend, asked for once. */
export const capabilities = (): Promise<Capabilities['Calls']> => {
  asked ??= call<Capabilities>('Ext.GetCapabilities', { quiet: true }).then(({ Calls }) => Calls)
  return asked.catch(() => {
    asked = undefined
    return []
  })
}

let asked: Promise<Capabilities['Calls']> | undefined
