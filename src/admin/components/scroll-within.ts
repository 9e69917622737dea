/**
 * Scrolls a container so far that an element in it is in view; `top` is the height of what covers the top of the
 * container.
 * `scrollIntoView` would also make the element the place from which the Tab key continues.
 */
export const scrollWithin = (container: Element | null, element: Element | null, top = 0): void => {
  if (!container || !element) return
  const [outer, inner] = [container.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top < outer.top + top) container.scrollTop -= outer.top + top - inner.top
  else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom
}
