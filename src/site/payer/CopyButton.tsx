import { useEffect, useState } from 'react'

/** Copies a number; says so on the button and to screen readers. */
export const CopyButton = ({ text, name }: { text: string; name: string }) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <>
      <button type="button" className="button button-plain button-small" onClick={() => void copy()} aria-label={`複製${name}`}>
        {copied ? '已複製' : '複製'}
      </button>
      <span className="hidden" role="status">
        {copied ? `已複製${name}` : ''}
      </span>
    </>
  )
}
