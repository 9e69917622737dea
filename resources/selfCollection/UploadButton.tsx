import UploadIcon from '@mui/icons-material/UploadFile'
import { Button } from '@mui/material'
import { useState } from 'react'
import { lazyComponent, useAbilities, useSchema } from '../../src/admin'
import { useIsServed } from '../../src/browser/http/capabilities'

const UploadDialog = lazyComponent<{ onClose: () => void }>(async () => (await import('./UploadDialog')).UploadDialog)

/** Renders the button that imports a file in one call, if the backend does not have the import in steps. */
export const UploadButton = () => {
  const can = useAbilities(useSchema())
  const isServed = useIsServed()
  const [isOpen, setOpen] = useState(false)
  if (!can('create') || !isServed?.('SelfCollection.UploadExcel') || isServed('SelfCollection.Import')) return null
  return (
    <>
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        匯入
      </Button>
      {isOpen && <UploadDialog onClose={() => setOpen(false)} />}
    </>
  )
}
