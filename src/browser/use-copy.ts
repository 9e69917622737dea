import { useEffect, useState } from 'react'

/** Milliseconds for which the result of a copy is shown. */
const resultDuration = 2500

/**
 * Returns the function that copies a text, and for a moment whether it was copied.
 * Browsers may not allow it, for example on a page without https.
 */
export const useCopy = (text: string) => {
  const [result, setResult] = useState<'已複製' | '無法複製'>()
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(undefined), resultDuration)
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setResult('已複製')
    } catch {
      setResult('無法複製')
    }
  }
  return { result, copy: () => void copy() }
}
