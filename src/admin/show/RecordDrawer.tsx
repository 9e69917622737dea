import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, Drawer, IconButton, Stack, Typography } from '@mui/material'
import { type ReactNode, Suspense, useId } from 'react'
import { ResourceContextProvider, ShowBase, useCreatePath, useShowContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { TextWithAccounts } from '../../browser/TextWithAccounts'
import type { Resource } from '../../schema/language/resource'
import { FailurePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import { visuallyHidden } from '../components/visually-hidden'
import { type ReferencedRecord, type ReferenceLinks, ReferenceLinksContext } from '../fields/reference-link'
import { detailMeta } from '../form/use-save-callbacks'
import { useSchema } from '../portal'
import { detailSubtitle, detailTitle } from './detail-title'
import { RecordDetail, RecordState } from './RecordDetail'
import { useRecordId } from './use-record-id'

export interface RecordDrawerProps {
  readonly link: ReferencedRecord
  readonly open: boolean
  readonly onClose: () => void
  /** Called when the drawer has left the page. */
  readonly onClosed: () => void
  readonly linkOf: ReferenceLinks['linkOf']
}

/**
 * Renders a record in a drawer beside the page.
 * References in it open the pages of their records.
 */
export const RecordDrawer = ({ link, open, onClose, onClosed, linkOf }: RecordDrawerProps) => {
  const titleId = useId()
  const resource = useSchema(link.resource)
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      sx={{ zIndex: 'modal', displayPrint: 'none' }}
      slotProps={{
        transition: { onExited: onClosed },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 480 }, bgcolor: 'background.default' },
        },
      }}
    >
      <ReferenceLinksContext value={{ linkOf }}>
        <ResourceContextProvider value={link.resource}>
          <DrawerRecord key={link.href} resource={resource} linkedId={link.id} titleId={titleId} onClose={onClose} />
        </ResourceContextProvider>
      </ReferenceLinksContext>
    </Drawer>
  )
}

interface DrawerRecordProps {
  readonly resource: Resource
  readonly linkedId: string
  readonly titleId: string
  readonly onClose: () => void
}

const DrawerRecord = ({ resource, linkedId, titleId, onClose }: DrawerRecordProps) => {
  const { id, error, refetch } = useRecordId(resource.name, linkedId)
  const frame = { resource, titleId, onClose }
  if (id === undefined)
    return (
      <DrawerFrame {...frame}>
        {error ? <FailurePanel error={error} onRetry={refetch} /> : <PageSkeleton />}
      </DrawerFrame>
    )
  return (
    // The drawer itself shows a failure of the query.
    <ShowBase resource={resource.name} id={id} queryOptions={{ meta: detailMeta, onError: () => {} }}>
      <ShownRecord {...frame} id={id} />
    </ShowBase>
  )
}

type FrameProps = Omit<DrawerRecordProps, 'linkedId'>

const ShownRecord = ({ id, ...frame }: FrameProps & { id: string }) => {
  const { resource } = frame
  const { record, error, refetch } = useShowContext()
  const createPath = useCreatePath()
  const href = createPath({ resource: resource.name, id, type: 'show' })
  if (!record)
    return (
      <DrawerFrame {...frame} href={href}>
        {error ? <FailurePanel error={error} onRetry={refetch} /> : <PageSkeleton />}
      </DrawerFrame>
    )
  return (
    <DrawerFrame
      {...frame}
      href={href}
      title={detailTitle(resource, record)}
      name={detailSubtitle(resource, record)}
      state={<RecordState resource={resource} record={record} />}
    >
      <Suspense fallback={<PageSkeleton />}>
        <RecordDetail resource={resource} record={record} isNarrow />
      </Suspense>
    </DrawerFrame>
  )
}

interface DrawerFrameProps extends FrameProps {
  /** The address of the record's page. */
  readonly href?: string
  readonly title?: string
  readonly name?: string
  readonly state?: ReactNode
  readonly children: ReactNode
}

/** Renders the heading and the buttons of the drawer around its content, which scrolls. */
const DrawerFrame = ({ resource, titleId, onClose, href, title, name, state, children }: DrawerFrameProps) => (
  <>
    <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1, px: 2, py: 1.5, borderBottom: 1, ...barStyles }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography id={titleId} component="h2" variant="h6">
          <span style={title ? visuallyHidden : {}}>檢視{resource.noun}　</span>
          {title && <TextWithAccounts text={title} />} {state}
        </Typography>
        {name && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              <TextWithAccounts text={name} />
            </Typography>
          </Stack>
        )}
      </Box>
      <IconButton aria-label="關閉" onClick={onClose} sx={{ mr: -1 }}>
        <CloseIcon />
      </IconButton>
    </Stack>
    {/* The columns of the sections are too narrow for two of them. */}
    <Box sx={{ flexGrow: 1, overflowY: 'auto', p: 2, '& section dl': { gridTemplateColumns: '1fr' } }}>{children}</Box>
    {href && (
      <Stack direction="row" sx={{ justifyContent: 'flex-end', px: 2, py: 1.5, borderTop: 1, ...barStyles }}>
        <Button variant="outlined" component={Link} to={href}>
          開啟完整頁面
        </Button>
      </Stack>
    )}
  </>
)

const barStyles = { bgcolor: 'background.paper', borderColor: 'divider' }
