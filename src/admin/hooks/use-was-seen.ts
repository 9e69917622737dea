import { type RefObject, useEffect, useRef, useState } from 'react'

/** The part of an element that must be in the window. A chart of which only the edge is visible can wait. */
const share = 0.3

/** Returns a ref for an element, and whether a good part of it has been in the window. */
export const useWasSeen = <T extends Element>(): { readonly ref: RefObject<T | null>; readonly wasSeen: boolean } => {
  const ref = useRef<T>(null)
  const [wasSeen, setWasSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || !ref.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasSeen(true)
      },
      { threshold: share },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [wasSeen])
  return { ref, wasSeen }
}
