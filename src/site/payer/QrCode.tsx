import { useEffect, useState } from 'react'
import { navigation } from '../../browser/navigation'
import { LoadFailure } from '../LoadFailure'

/** A QR code; what draws it is loaded when one is asked for. */
export const QrCode = ({ text, name }: { text: string; name: string }) => {
  const [failed, setFailed] = useState(false)
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    let here = true
    import('uqr').then(
      ({ encode }) => here && setModules(encode(text, { ecc: 'M', border: quietZone }).data),
      () => here && setFailed(true),
    )
    return () => {
      here = false
    }
  }, [text])
  if (failed) return <LoadFailure text="QR Code 無法載入，可能是網路中斷，或網站剛更新。" again={navigation.again} />
  return (
    <figure className="qr">
      <svg viewBox={`0 0 ${modules.length || 1} ${modules.length || 1}`} shapeRendering="crispEdges" role="img" aria-label={name}>
        <path d={modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')} fill="#000" />
      </svg>
    </figure>
  )
}

/** Four modules of white on each side, as the standard wants. */
const quietZone = 4
