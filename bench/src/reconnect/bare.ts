import { openRawDatabase } from '../sqlite/raw-database.ts';
import { openBareServer } from '../wire/bare-server.ts';

const select = `
  SELECT log.json FROM log JOIN channels ON channels.id = log.channel_id
    WHERE channels.uri = ? AND log.seq > ? AND log.seq <= ? ORDER BY log.seq`;

export interface Rows {
  readonly file: string;
  readonly chat: string;
  readonly after: number;
  readonly through: number;
}

/** Answers every request with the same bytes, read from the same rows of the same file. */
export async function openReconnectBare() {
  return {
    async open({ file, chat, after, through }: Rows): Promise<{ url: string }> {
      const rows = openRawDatabase(file).prepare(select);
      const { url } = await openBareServer((socket) => {
        socket.on('message', () => {
          const found = rows.all([chat, after, through]) as { json: string }[];
          const actions = found.map((row) => row.json).join(',');
          socket.send(
            `{"jsonrpc":"2.0","id":1,"result":{"type":"replay","actions":[${actions}],"missing":[]}}`,
          );
        });
      });
      return { url };
    },
  };
}
