import { connect } from "node:net";

/** Sends bytes as they are to a server on loopback, and reads until it closes the connection. */
export const untilClosed = (port: number | undefined, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port ?? 0, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
