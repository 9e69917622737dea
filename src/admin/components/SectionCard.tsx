import { Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode, Ref } from 'react'

interface SectionCardProps {
  readonly title: string
  /** Accessible name; default: the title. */
  readonly label?: string
  /** Text below the heading. */
  readonly note?: string
  /** Content at the end of the heading line. */
  readonly aside?: ReactNode
  readonly headingRef?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

/** Renders a section of a page: a card with its heading. */
export const SectionCard = ({ title, label = title, note, aside, headingRef, children }: SectionCardProps) => (
  <Card component="section" aria-label={label} sx={{ p: { xs: 2, md: 3 }, breakInside: 'avoid' }}>
    <Stack
      direction="row"
      sx={{
        flexWrap: 'wrap',
        alignItems: note ? 'flex-start' : 'center',
        justifyContent: 'space-between',
        gap: 1,
        mb: 2,
      }}
    >
      <div>
        <Typography
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
          component="h2"
          sx={{ fontSize: '1.0625rem', fontWeight: 600, outline: 'none' }}
        >
          {title}
        </Typography>
        {note && (
          <Typography color="textSecondary" sx={{ fontSize: '0.875rem' }}>
            {note}
          </Typography>
        )}
      </div>
      {aside}
    </Stack>
    {children}
  </Card>
)

interface DescriptionItemProps {
  readonly name: string
  /** Whether the item spans all columns of a grid. */
  readonly wide?: boolean | undefined
  /** CSS font size of an important value; default: the size of normal text. */
  readonly size?: string
  readonly children: ReactNode
}

/** Renders an item of a description list: a name with its value. */
export const DescriptionItem = ({ name, wide, size, children }: DescriptionItemProps) => (
  <Box sx={wide ? { gridColumn: '1 / -1' } : undefined}>
    <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.8125rem' }}>
      {name}
    </Typography>
    <Typography
      component="dd"
      sx={{
        m: 0,
        mt: 0.25,
        overflowWrap: 'anywhere',
        ...(size && { fontSize: size, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }),
      }}
    >
      {children}
    </Typography>
  </Box>
)
