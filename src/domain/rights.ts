/** What a menu entry can allow: 使用, 查詢, 新增, 修改, 刪除, 審核, 結案, 作廢. */
export const rights = { Use: '使用', Query: '查詢', Create: '新增', Update: '修改', Delete: '刪除', Approve: '審核', Close: '結案', Void: '作廢' } as const

export type Right = keyof typeof rights
