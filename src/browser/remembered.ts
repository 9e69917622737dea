import { createStore, type Store } from './store'

/** A choice that lasts as long as the tab: a reload finds it, the next visitor of the device does not. */
export const remembered = (key: string): Store<string | null> => {
  const changes = createStore(0)
  return {
    get: () => sessionStorage.getItem(key),
    set: (value) => {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
      changes.set(changes.get() + 1)
    },
    subscribe: changes.subscribe,
  }
}
