// What the scorer's modules take from browsers, and the language itself lacks.

globalThis.crypto = {getRandomValues: (numbers) => numbers.map(() => Math.random() * 2 ** 32)};

globalThis.TextEncoder = class {
  encode(text) {
    const parts = encodeURIComponent(text).match(/%..|./g) ?? [];
    return Uint8Array.from(parts, (part) => (part.length > 1 ? parseInt(part.slice(1), 16) : part.charCodeAt(0)));
  }
};

globalThis.TextDecoder = class {
  decode(bytes) {
    return decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  }
};

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

globalThis.atob = (text) => {
  let [bits, count, decoded] = [0, 0, ""];
  for (const digit of text.replace(/=+$/, "")) {
    bits = ((bits << 6) | BASE64.indexOf(digit)) & 0xffff;
    count += 6;
    if (count >= 8) decoded += String.fromCharCode((bits >> (count -= 8)) & 255);
  }
  return decoded;
};
