import { useState } from 'react'
import { download } from '../../browser/http/client'
import { showRefusal } from '../../browser/http/failures'
import type { EndpointId } from '../../contract/endpoints'
import type { QueryParams } from '../../contract/list-query'

/** A button that makes a call, one at a time. `label` is its name for screen readers. */
export const BusyButton = ({ text, label, className, work }: { text: string; label: string; className: string; work: () => Promise<void> }) => {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    await work().catch(showRefusal)
    setPending(false)
  }
  return (
    <button type="button" className={className} aria-disabled={pending} aria-label={label} onClick={() => !pending && void run()}>
      {text}
    </button>
  )
}

/** Downloads a file; `name` says of what, for screen readers. */
export const DownloadButton = ({ call, query, text, name, plain }: { call: EndpointId; query: QueryParams; text: string; name: string; plain?: true }) => (
  <BusyButton text={text} label={`${text} ${name}`} className={plain ? 'button button-plain button-small' : 'button'} work={() => download(call, { query })} />
)
