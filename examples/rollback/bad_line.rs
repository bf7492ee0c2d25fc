//! A UDP socket on loopback that loses packets and sends others late, and so in another order.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::rc::Rc;
use std::time::{Duration, Instant};

use ggrs::{Message, NonBlockingSocket};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// How bad a line is.
#[derive(Clone, Copy)]
pub struct Badness {
    /// How many of a hundred packets are lost.
    pub loss: u32,
    /// The least and the most that a packet is late.
    pub delay: [Duration; 2],
    /// The same seed loses the same packets.
    pub seed: u64,
}

pub struct BadLine {
    socket: UdpSocket,
    badness: Badness,
    dice: Pcg32,
    /// What has not left yet, by when it will and its number: to whom, and the bytes.
    waiting: BTreeMap<(Instant, u64), (SocketAddr, Vec<u8>)>,
    /// How many packets were given to it, and how many of them it has lost.
    pub packets: Rc<Cell<[u64; 2]>>,
}

impl BadLine {
    /// A socket on a port that is free.
    pub fn bind(badness: Badness) -> io::Result<BadLine> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        socket.set_nonblocking(true)?;
        let dice = Pcg32::new(badness.seed, 99);
        Ok(BadLine { socket, badness, dice, waiting: BTreeMap::new(), packets: Rc::default() })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Sends what is late enough. What does not go out is lost, as it may be with UDP: ggrs sends it again.
    fn send_due(&mut self) {
        let now = Instant::now();
        while let Some(first) = self.waiting.first_entry()
            && first.key().0 <= now
        {
            let (address, bytes) = first.remove();
            _ = self.socket.send_to(&bytes, address);
        }
    }
}

impl NonBlockingSocket<SocketAddr> for BadLine {
    fn send_to(&mut self, message: &Message, address: &SocketAddr) {
        let [given, lost] = self.packets.get();
        let (is_lost, late) = (self.dice.next_u32() % 100 < self.badness.loss, self.dice.next_u32());
        self.packets.set([given + 1, lost + u64::from(is_lost)]);
        let [least, most] = self.badness.delay;
        let delay = least + (most - least).mul_f64(f64::from(late) / f64::from(u32::MAX));
        if let Ok(bytes) = postcard::to_allocvec(message)
            && !is_lost
        {
            self.waiting.insert((Instant::now() + delay, given), (*address, bytes));
        }
        self.send_due();
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.send_due();
        let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
        loop {
            match self.socket.recv_from(&mut buffer) {
                // What cannot be read is not from ggrs.
                Ok((size, from)) => {
                    received.extend(postcard::from_bytes(&buffer[..size]).map(|message| (from, message)));
                }
                // Windows says so when the other one is not there yet.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => return received,
            }
        }
    }
}
