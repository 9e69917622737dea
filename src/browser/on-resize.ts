/** Subscribes to changes of the window's size; returns the function that ends the subscription. */
export const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
