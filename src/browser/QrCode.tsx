import { useEffect, useState } from 'react'
import { LoadFailure } from './LoadFailure'
import { qrOptions } from './qr-picture'
import { reloadIfReachable, retryLoading } from './recovery'

/** The squares of a QR code, which are called modules, by row; true = dark. */
type Modules = readonly (readonly boolean[])[]

/** Renders a QR code. The library that computes the code is loaded on demand. */
export const QrCode = ({ text, name }: { text: string; name: string }) => {
  const modules = useModules(text)
  if (modules === 'failed')
    return (
      <LoadFailure
        text="QR Code 無法載入，可能是網路中斷，或網站剛更新。"
        retry={retryLoading}
        retryWhenOnline={reloadIfReachable}
      />
    )
  const size = modules.length || 1
  return (
    <figure className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={name}>
        <path
          d={modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')}
          fill="#000"
        />
      </svg>
    </figure>
  )
}

/**
 * Returns the modules of the QR code of a text: none while the library is loading, `failed` if the library cannot be
 * loaded.
 */
const useModules = (text: string): Modules | 'failed' => {
  const [modules, setModules] = useState<Modules | 'failed'>([])
  useEffect(() => {
    let isCurrent = true
    import('uqr')
      .then(({ encode }) => encode(text, qrOptions).data)
      .catch(() => 'failed' as const)
      .then((result) => isCurrent && setModules(result))
    return () => {
      isCurrent = false
    }
  }, [text])
  return modules
}
