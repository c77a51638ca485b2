"""A proxy between a server and its database that makes each round trip longer.

    python delay_proxy.py PORT MILLISECONDS    prints the port on which it listens
"""

import asyncio
import sys


async def pump(reader, writer, seconds):
    """Passes on what comes, in order, each part so much later."""
    waiting = asyncio.Queue()

    async def send():
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(max(0, due - asyncio.get_running_loop().time()))
            if not data:
                break
            writer.write(data)
        writer.close()

    sending = asyncio.create_task(send())
    while data := await reader.read(65536):
        waiting.put_nowait((asyncio.get_running_loop().time() + seconds, data))
    waiting.put_nowait((0, b""))
    await sending


async def main(port, milliseconds):
    async def join(reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, far_writer, milliseconds / 1000), pump(far_reader, writer, 0),
                             return_exceptions=True)

    server = await asyncio.start_server(join, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))
