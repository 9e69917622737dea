import { use } from 'react'
import { usePortal } from './portal'
import type { ScreenLoaders, Screens } from './screens'

const none: Screens = {}
const loaded = new WeakMap<ScreenLoaders[string], Promise<Screens>>()

/** The hand-written screens of a resource; the page waits until they are here. */
export const useScreens = (name: string): Screens => {
  const load = usePortal().screens[name]
  return load ? use(once(load)) : none
}

const once = (load: ScreenLoaders[string]): Promise<Screens> => {
  const found = loaded.get(load) ?? load().then((module) => module.default)
  loaded.set(load, found)
  return found
}
