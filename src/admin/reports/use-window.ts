import { type RefObject, useEffect, useState } from 'react'

/** Which lines of a long table stand in sight, with a screenful above and below them. Every line is as high as any other. */
export const useWindow = (box: RefObject<HTMLElement | null>, count: number, lineHeight: number): { readonly first: number; readonly last: number } => {
  const [sight, setSight] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setSight({ top: element.scrollTop, height: element.clientHeight })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  const screen = Math.ceil(sight.height / lineHeight) + 1
  const top = Math.floor(sight.top / lineHeight)
  return { first: Math.max(0, Math.min(top - screen, count - screen)), last: Math.min(count, top + screen * 2) }
}
